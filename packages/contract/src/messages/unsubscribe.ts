import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { notificationChoices } from "./mail-preferences.ts";

/** What a link in an email switches off: a kind of email, or the summary for whoever looks after others. */
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

/** Where mail programs send their one click (RFC 8058); whoever opens it in a browser is led to the page. */
export const oneClickPath = "/api/app/unsubscribe/one-click";
