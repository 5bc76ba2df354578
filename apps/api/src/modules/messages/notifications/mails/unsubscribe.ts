import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import { oneClickPath, type Unsubscribable, unsubscribable } from "@touchline/contract/messages/unsubscribe";
import { z } from "zod";
import type { Site } from "../../../../call.ts";
import type { CipherContext, Vault } from "../../../../security/encryption.ts";

/** Whose emails of which kind a link switches off. */
export type Subscription = { appUserId: string; what: Unsubscribable };

/** What the sealed part of the links is bound to; nothing is stored there. */
const place: CipherContext = { tenant: "shared", table: "account_preference", column: "unsubscribe", id: "link" };
const subscription = z.strictObject({ appUserId: z.uuid(), what: z.enum(unsubscribable) });

/** The sealed part of a link: it can be made by this installation alone, and switches off one kind for one account. */
export const unsubscribeToken = (vault: Pick<Vault, "sealShared">, { appUserId, what }: Subscription): string =>
  vault.sealShared(place, JSON.stringify({ appUserId, what })).toString("base64url");

/** What a link is about; null for one that was made up or cut off. */
export function subscriptionOf(vault: Pick<Vault, "openShared">, token: string): Subscription | null {
  try {
    return subscription.parse(JSON.parse(vault.openShared(place, Buffer.from(token, "base64url"))));
  } catch {
    return null;
  }
}

/** Where a mail program sends its one click. */
export const oneClickAddress = ({ url, apiUrl }: Site, token: string) =>
  `${apiUrl ?? url}${oneClickPath}?token=${token}`;

/** The page that asks before it changes anything, within this site. */
export const unsubscribePath = (token: string) => `/unsubscribe?token=${token}`;

/** The last line of an email that can be switched off. */
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
