import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import {
  type PartnerCredentials,
  type PartnerList,
  type PartnerPage,
  type PartnerPort,
  partnerLists,
} from "../../../../adapters/partners/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import { type Adapters, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { announce, type Outcome } from "../../../../jobs/jobs.ts";
import { partnerConnection, partnerSync } from "../../../../schema/partners.ts";
import { audit } from "../../../../security/audit.ts";
import { stopPartnerImport } from "../../../setup/index.ts";
import { authorizePartners, connectionRow, credentialsOf, openSync, type SyncRow } from "../queries.ts";
import { prepareSync, readPartner } from "./announced.ts";
import { stagePage } from "./stage.ts";

/** Milliseconds between two syncs that run by themselves. */
const syncEvery = 15 * 60_000;
/** Milliseconds before another try by itself after one that failed for a reason that somebody must see to. */
const longPause = 60 * 60_000;
/** Failed tries in a row after which a sync is given up. */
const mostTries = 10;
const longestWait = 300_000;

/**
 * Starts a sync where the last one left off.
 *
 * @param input.review whether a person looks at the rows before anything is written; the first time always.
 * @throws Forbidden, NotFound; Conflict (one is under way).
 */
export async function startSync(
  call: Call,
  partnerConnectionId: string,
  input: { review: boolean },
): Promise<{ partnerSyncId: string }> {
  if (call.actor.kind !== "system") authorizePartners(call);
  const row = await connectionRow(call, partnerConnectionId);
  // Whoever starts a sync is the person as whom the following ones run.
  const runsAs = actingProfile(call) ?? row.runsAs;
  if (runsAs !== row.runsAs) {
    await call.db
      .update(partnerConnection)
      .set({ runsAs })
      .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, partnerConnectionId)));
  }
  const partnerSyncId = newId();
  const started = await call.db
    .insert(partnerSync)
    .values({
      ...{ organizationId: call.organizationId, partnerSyncId, partnerConnectionId, state: "reading", list: "places" },
      review: input.review || row.lastSyncAt === null,
      automatic: call.actor.kind === "system",
      positions: row.positions,
      startedBy: runsAs,
      ...{ startedAt: call.now, movedAt: call.now },
    })
    .onConflictDoNothing()
    .returning({ id: partnerSync.partnerSyncId });
  if (started.length === 0) throw conflict("A sync is under way. Wait until it's finished, or cancel it.", "underWay");
  await announce(call, readPartner, { partnerSyncId });
  if (call.actor.kind !== "system") {
    await audit(call, [{ action: "partner.synced", subjectId: partnerConnectionId, facts: { review: input.review } }]);
  }
  return { partnerSyncId };
}

/** Stops the sync under way; what it read and wrote stays. @throws Forbidden, NotFound; Conflict (there is none) */
export async function cancelSync(call: Call, partnerConnectionId: string): Promise<void> {
  authorizePartners(call);
  await connectionRow(call, partnerConnectionId);
  const open = await openSync(call, partnerConnectionId);
  if (!open) throw conflict("No sync is under way.", "none");
  await endSync(call, open, { state: "failed", problem: "stopped" });
  if (open.rosterImportId !== null) await stopPartnerImport(call, open.rosterImportId);
}

/** Ends a sync, and says when the next one begins by itself: at once if something changed at the partner meanwhile. */
export async function endSync(
  call: Call,
  sync: Pick<SyncRow, "partnerSyncId" | "partnerConnectionId" | "startedAt">,
  end: { state: "done" | "failed"; problem: SyncRow["problem"] },
): Promise<void> {
  const ended = await call.db
    .update(partnerSync)
    .set({ ...end, endedAt: call.now, movedAt: call.now })
    .where(
      and(
        ours(partnerSync, call),
        eq(partnerSync.partnerSyncId, sync.partnerSyncId),
        inArray(partnerSync.state, ["reading", "preparing", "checking", "review", "writing"]),
      ),
    )
    .returning({ id: partnerSync.partnerSyncId });
  if (ended.length === 0) return;
  const pause = end.problem === null || end.problem === "busy" || end.problem === "unreachable" ? syncEvery : longPause;
  const next = new Date(call.now.getTime() + pause).toISOString();
  const { nextSyncAt } = partnerConnection;
  const askedFor = sql`${nextSyncAt} > ${sync.startedAt.toISOString()}::timestamptz AND ${nextSyncAt} <= ${call.now.toISOString()}::timestamptz`;
  await call.db
    .update(partnerConnection)
    .set({
      nextSyncAt: sql`CASE WHEN ${end.state === "done"} AND ${askedFor} THEN ${nextSyncAt} ELSE ${next}::timestamptz END`,
      ...(end.state === "done" && { lastSyncAt: call.now }),
    })
    .where(and(ours(partnerConnection, call), eq(partnerConnection.partnerConnectionId, sync.partnerConnectionId)));
}

type Begun = { port: PartnerPort; credentials: PartnerCredentials; list: PartnerList; position: Position };
type Position = { updated: number; id: string } | null;
type Read =
  | { kind: "page"; list: PartnerList; position: Position; page: PartnerPage }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null };

async function syncRow(call: Call, partnerSyncId: string): Promise<SyncRow | null> {
  const [row] = await call.db
    .select()
    .from(partnerSync)
    .where(and(ours(partnerSync, call), eq(partnerSync.partnerSyncId, partnerSyncId)))
    .for("update");
  return row ?? null;
}

/** Reads what the partner is to be asked next; null when the sync reads nothing more. */
export async function beginReading(call: Call, { partnerSyncId }: { partnerSyncId: string }): Promise<Begun | null> {
  const sync = await syncRow(call, partnerSyncId);
  if (sync?.state !== "reading") return null;
  const connection = await connectionRow(call, sync.partnerConnectionId);
  const credentials = await credentialsOf(call, connection);
  const port = call.adapters.partners.get(connection.integrationSource);
  if (!credentials || !port) {
    await endSync(call, sync, { state: "failed", problem: "stopped" });
    return null;
  }
  return { port, credentials, list: sync.list, position: sync.positions[sync.list] ?? null };
}

/** Asks the partner for the next rows. */
export async function readNext({ port, credentials, list, position }: Begun, _adapters: Adapters): Promise<Read> {
  try {
    const page = await port.read(credentials, list, position);
    // A partner that answers the same page again would never come to an end.
    const stands = !page.last && samePosition(page.position, position);
    return stands ? { kind: "fault", fault: "malformed", retryAfter: null } : { kind: "page", list, position, page };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { kind: "fault", fault: error.fault, retryAfter: error.retryAfter };
  }
}

/** Stores what the partner answered, with the place where reading continues: both, or neither. */
export async function finishReading(
  call: Call,
  { partnerSyncId }: { partnerSyncId: string },
  read: Read,
): Promise<Outcome> {
  const sync = await syncRow(call, partnerSyncId);
  if (sync?.state !== "reading") return undefined;
  const { partnerConnectionId } = sync;
  const ofConnection = and(
    ours(partnerConnection, call),
    eq(partnerConnection.partnerConnectionId, partnerConnectionId),
  );
  if (read.kind === "fault") {
    const passes = read.fault === "busy" || read.fault === "unreachable";
    const connection = await connectionRow(call, partnerConnectionId);
    await call.db
      .update(partnerConnection)
      .set({
        problem: read.fault,
        problemSince: connection.problem === read.fault ? connection.problemSince : call.now,
      })
      .where(ofConnection);
    if (!passes || sync.tries + 1 >= mostTries) {
      await endSync(call, sync, { state: "failed", problem: read.fault });
      return undefined;
    }
    const wait = Math.min((read.retryAfter ?? 2 ** sync.tries) * 1_000, longestWait);
    await write(call, sync, { tries: sync.tries + 1 });
    return { at: new Date(call.now.getTime() + wait) };
  }
  const isAsked = read.list === sync.list && samePosition(read.position, sync.positions[sync.list] ?? null);
  // Another worker read this page already.
  if (!isAsked) return "again";
  const { page, list } = read;
  await stagePage(call, sync, page);
  const rows = page.places.length + page.people.length + page.registrations.length;
  const positions = { ...sync.positions, ...(page.position && { [list]: page.position }) };
  const following = page.last ? partnerLists[partnerLists.indexOf(list) + 1] : list;
  const rowsRead = sync.rowsRead + rows;
  await call.db.update(partnerConnection).set({ problem: null, problemSince: null }).where(ofConnection);
  if (following !== undefined) {
    await write(call, sync, { list: following, positions, rowsRead, tries: 0 });
    return "again";
  }
  // What was read is here now: the next sync begins after it, whatever becomes of this one.
  await call.db.update(partnerConnection).set({ positions }).where(ofConnection);
  if (rowsRead === 0 && sync.automatic && (await leftNothing(call, sync))) {
    await endSync(call, sync, { state: "done", problem: null });
    return undefined;
  }
  await write(call, sync, { state: "preparing", positions, rowsRead, tries: 0 });
  await announce(call, prepareSync, { partnerSyncId });
  return undefined;
}

/** Returns whether the sync before this one ended well, so that whatever is still open waits for somebody. */
async function leftNothing(call: Call, { partnerSyncId, partnerConnectionId }: SyncRow): Promise<boolean> {
  const [before] = await call.db
    .select({ state: partnerSync.state })
    .from(partnerSync)
    .where(
      and(
        ours(partnerSync, call),
        eq(partnerSync.partnerConnectionId, partnerConnectionId),
        ne(partnerSync.partnerSyncId, partnerSyncId),
      ),
    )
    .orderBy(desc(partnerSync.startedAt), desc(partnerSync.partnerSyncId))
    .limit(1);
  return before?.state === "done";
}

const samePosition = (a: Position, b: Position) => a?.id === b?.id && a?.updated === b?.updated;

const write = (call: Call, { partnerSyncId }: SyncRow, to: Partial<SyncRow>) =>
  call.db
    .update(partnerSync)
    .set({ ...to, movedAt: call.now })
    .where(and(ours(partnerSync, call), eq(partnerSync.partnerSyncId, partnerSyncId)));
