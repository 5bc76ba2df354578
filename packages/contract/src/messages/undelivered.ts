import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant, paging } from "../values.ts";

/** Why an email could not be delivered. */
export const undeliveredReasons = [
  "unknownAddress",
  "unknownDomain",
  "mailboxClosed",
  "mailboxFull",
  "unwanted",
  "tooLarge",
  "refused",
  "putOff",
  "unreachable",
] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/** Each reason in a sentence. */
export const undeliveredTexts: Readonly<Record<UndeliveredReason, string>> = {
  unknownAddress: "The mail server says this address doesn't exist.",
  unknownDomain: "There's no mail server for the part of the address after the @.",
  mailboxClosed: "The mail server says this mailbox doesn't accept email anymore.",
  mailboxFull: "The mail server says this mailbox is full.",
  unwanted: "The mail server rejected the email as unwanted.",
  tooLarge: "The email was too large for the mail server.",
  refused: "The mail server refused the email to this address.",
  putOff: "The mail server kept asking us to try again later, for hours.",
  unreachable: "The mail server couldn't be reached for hours.",
};

/** The latest email that couldn't be delivered to a person's present address, without a later delivery. */
const undelivered = z.object({
  kind: z.string(),
  reason: z.enum(undeliveredReasons),
  email: z.string(),
  at: instant,
  /** The person logs in with this address, and changes it themselves. */
  hasLogin: z.boolean(),
});

export const getUndelivered = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/undelivered",
  summary:
    "Gets the latest email to a member that couldn't be delivered, while the address is the same and no later email arrived.",
  errors: [403],
  response: z.object({
    undelivered: undelivered
      .extend({
        /** The mail server's answer; null without one, and for callers who cannot invite the member. */
        reply: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const listUndelivered = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/undelivered",
  summary:
    "Lists the people at a level and below, and their invited guardians, whose email wasn't delivered, the latest first.",
  errors: [403],
  query: { perPage: paging.perPage, cursor: z.string().max(200).optional() },
  response: z.object({
    data: z.array(
      undelivered.extend({
        /** Identifies the row: the person, or the invitation of a guardian who has no profile yet. */
        rowId: id,
        /** The person, or the child whose guardian was invited. */
        profileId: id,
        /** Their topmost membership there. */
        profileLevelAccessId: id,
        fullName: z.string(),
        /** The child for whom this person was invited as a guardian; null for a member. */
        guardianOf: z.string().nullable(),
        labelName: z.string(),
        levelName: z.string(),
      }),
    ),
    total: z.int(),
    /** The cursor of the next page; null at the end. */
    next: z.string().nullable(),
  }),
});
