import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { notificationChoices } from "./mail-preferences.ts";

/** The kinds of email that a link can unsubscribe from, including the digest. */
export const unsubscribable = [...notificationChoices, "digest"] as const;
export type Unsubscribable = (typeof unsubscribable)[number];

/** The sealed part of the link. */
const token = z.string().min(1).max(500);

export const getSubscription = endpoint({
  method: "GET",
  path: "/api/app/unsubscribe",
  summary: "Gets what an unsubscribe link is for, and whether that email is already off. Changes nothing.",
  auth: "public",
  query: { token },
  response: z.object({ what: z.enum(unsubscribable), off: z.boolean() }),
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/app/unsubscribe",
  summary: "Turns off the kind of email that the link is for, for the account it was sent to. Nothing else changes.",
  auth: "public",
  body: z.strictObject({ token }),
  response: noContent,
});

/** Where mail programs send one-click unsubscribe requests (RFC 8058); browsers that open it are redirected to the page. */
export const oneClickPath = "/api/app/unsubscribe/one-click";
