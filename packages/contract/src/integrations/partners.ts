import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { integrationSources } from "../enums.ts";
import { id, instant, line } from "../values.ts";

/**
 * What a sync is doing. `reading`: asking the partner. `preparing`: handing rows to the import. `checking`: the dry run.
 * `review`: a person looks at the rows. `writing`: adding people.
 */
export const partnerSyncStates = ["reading", "preparing", "checking", "review", "writing", "done", "failed"] as const;
export type PartnerSyncState = (typeof partnerSyncStates)[number];

/**
 * What is wrong with a partner's answers.
 *
 * - `unreachable`: no response. `busy`: it asks to come back later, or has a problem of its own.
 * - `unauthorized`: the credentials aren't accepted, or not for this site. `notFound`: there is no such site.
 * - `refused`: any other refusal. `malformed`: a response that can't be read.
 */
export const partnerProblems = ["unreachable", "busy", "unauthorized", "notFound", "refused", "malformed"] as const;
export type PartnerProblem = (typeof partnerProblems)[number];

/** How one signs in: with a key that the partner hands out, or with an OAuth client. */
const signIns = ["key", "oauth"] as const;

/** The most connected sites of an organization. */
export const mostPartners = 10;

const syncShown = z.object({
  partnerSyncId: id,
  state: z.enum(partnerSyncStates),
  /** Rows read from the partner so far. */
  rowsRead: z.int(),
  /** Registrations that the sync imports. */
  registrations: z.int(),
  /** The import, where each row's result is; null until there is one, and for a sync without changes. */
  rosterImportId: id.nullable(),
  /** The results of its rows: added, already there, and waiting for somebody to decide or to correct them. */
  added: z.int(),
  present: z.int(),
  open: z.int(),
  /** `stopped`: it was canceled, or failed here. */
  problem: z.enum([...partnerProblems, "stopped"]).nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
});

const connectionShown = z.object({
  partnerConnectionId: id,
  source: z.enum(integrationSources),
  name: z.string(),
  simulated: z.boolean(),
  siteId: z.string(),
  /** Whether syncs run by themselves. */
  automatic: z.boolean(),
  pushCleared: z.boolean(),
  /** Since when the partner can't be read, and why. */
  problem: z.enum(partnerProblems).nullable(),
  problemSince: instant.nullable(),
  /** Why the partner didn't take the latest report of who is cleared; null when it did. */
  reportProblem: z.enum(partnerProblems).nullable(),
  lastSyncAt: instant.nullable(),
  nextSyncAt: instant.nullable(),
  createdAt: instant,
  /** People who are known by an id of this site. */
  people: z.int(),
  /** Where the partner sends its webhooks; null where it sends none. */
  webhookUrl: z.string().nullable(),
  /** The latest syncs, newest first; at most five. */
  syncs: z.array(syncShown),
});
export type PartnerConnection = z.output<typeof connectionShown>;

const credentials = {
  siteId: line(100).min(1, "Enter the site's id."),
  clientId: line(200).min(1, "Enter the client id."),
  secret: z.string().trim().min(1, "Enter the key.").max(10_000),
};

export const listPartners = endpoint({
  method: "GET",
  path: "/api/app/integrations/partner",
  summary:
    "Lists the partners that the organization is connected with, their health, and those it can be connected with.",
  errors: [403],
  givesLink: true,
  response: z.object({
    connections: z.array(connectionShown),
    offered: z.array(
      z.object({
        source: z.enum(integrationSources),
        name: z.string(),
        simulated: z.boolean(),
        signIn: z.enum(signIns),
        /** What opens the simulated site; null for a real partner. */
        example: z.object({ siteId: z.string(), clientId: z.string(), secret: z.string() }).nullable(),
      }),
    ),
  }),
});

export const connectPartner = endpoint({
  method: "POST",
  path: "/api/app/integrations/partner",
  summary: "Connects a partner: asks it once with the credentials, and keeps them encrypted.",
  errors: [403, 409, 502],
  body: z.strictObject({ source: z.enum(integrationSources), ...credentials, pushCleared: z.boolean() }),
  /** Its body holds a secret, and so must no idempotent answer. */
  shownOnce: true,
  response: z.object({ partnerConnectionId: id }),
});

export const changePartner = endpoint({
  method: "PUT",
  path: "/api/app/integrations/partner/{id}",
  summary: "Sets whether syncs run by themselves and whether the partner is told who is cleared.",
  errors: [403, 409],
  body: z.strictObject({ automatic: z.boolean(), pushCleared: z.boolean() }),
  response: noContent,
});

export const disconnectPartner = endpoint({
  method: "DELETE",
  path: "/api/app/integrations/partner/{id}",
  summary: "Disconnects a partner and deletes the credentials and what was read from it. People stay.",
  errors: [403],
  response: noContent,
});

export const syncPartner = endpoint({
  method: "POST",
  path: "/api/app/integrations/partner/{id}/sync",
  summary: "Starts a sync now. With `review`, somebody looks at its rows before anything is written.",
  errors: [403, 409],
  body: z.strictObject({ review: z.boolean() }),
  response: z.object({ partnerSyncId: id }),
});

export const cancelPartnerSync = endpoint({
  method: "POST",
  path: "/api/app/integrations/partner/{id}/cancel",
  summary: "Stops the sync under way. What was read and written stays, and the next one continues there.",
  errors: [403, 409],
  response: noContent,
});
