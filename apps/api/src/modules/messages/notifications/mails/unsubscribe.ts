import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import { oneClickPath, type Unsubscribable, unsubscribable } from "@touchline/contract/messages/unsubscribe";
import { z } from "zod";
import type { Site } from "../../../../call.ts";
import type { CipherContext, Vault } from "../../../../security/encryption.ts";

/** The account and the kind of email that a link turns off. */
export type Subscription = { appUserId: string; what: Unsubscribable };

/** The context of the encrypted part of the links; nothing is stored there. */
const place: CipherContext = { tenant: "shared", table: "account_preference", column: "unsubscribe", id: "link" };
const subscription = z.strictObject({ appUserId: z.uuid(), what: z.enum(unsubscribable) });

/**
 * Returns the encrypted part of a link. Only this installation can create it, and it turns off one kind for one
 * account.
 */
export const unsubscribeToken = (vault: Pick<Vault, "sealShared">, { appUserId, what }: Subscription): string =>
  vault.sealShared(place, JSON.stringify({ appUserId, what })).toString("base64url");

/** Returns what a link turns off; null for a forged or incomplete one. */
export function subscriptionOf(vault: Pick<Vault, "openShared">, token: string): Subscription | null {
  try {
    return subscription.parse(JSON.parse(vault.openShared(place, Buffer.from(token, "base64url"))));
  } catch {
    return null;
  }
}

/** Returns the address for a mail program's one-click unsubscribe. */
export const oneClickAddress = ({ url, apiUrl }: Site, token: string) =>
  `${apiUrl ?? url}${oneClickPath}?token=${token}`;

/** Returns the path of the page that asks for confirmation. */
export const unsubscribePath = (token: string) => `/unsubscribe?token=${token}`;

/** Returns the last line of an email that can be turned off. */
export const unsubscribeWords: Readonly<Record<MailLanguage, Readonly<Record<Unsubscribable, string>>>> = {
  en: {
    decisions: "Unsubscribe from emails about decisions",
    reminders: "Unsubscribe from reminders",
    digest: "Unsubscribe from this summary",
  },
  es: {
    decisions: "Cancelar los correos sobre decisiones",
    reminders: "Cancelar los recordatorios",
    digest: "Cancelar este resumen",
  },
};
