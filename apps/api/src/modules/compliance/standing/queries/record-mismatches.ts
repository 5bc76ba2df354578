import { isDeepStrictEqual } from "node:util";
import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import { type Basis, factsAt, overallStatus, worst } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { recordOf } from "../actions/record-standing.ts";
import { overallFacts, readPeople } from "./people.ts";

/** A difference between the records behind the history view and the present state or the history. */
export type RecordMismatch = {
  what: /** The last record of a membership is not what its standing follows from; or goes on after it has ended. */
    | "record"
    /** The records show another status than the sealed history did at that instant. */
    | "recordHistory"
    /** A status record names a level where no arrival is recorded, so the history view of that level would miss the person. */
    | "arrival";
  id: string;
};

type Kept = {
  membership: string;
  profile_id: string;
  level_id: string;
  label_id: string;
  at: number;
  basis: Basis | null;
};
/**
 * A status in the history, with its timestamp and since when it held: no status holds from before the previous one was written.
 */
type RecordedEvent<Status> = {
  subject: string;
  kind: string;
  level_id: string;
  to_status: Status;
  written: number;
  at: number;
};

/** How many people's records are read at once, because records are long. */
const atOnce = 50;
/** A call that waits for a person's lock began earlier: its record has the holder's timestamp, its event its own. */
const waitedMs = 60_000;

/**
 * Compares the status records behind the history view (`standing_record`) with the current statuses and with the tamper-evident histories
 * of memberships and requirements. This detects records that were deleted or forged.
 */
export async function recordMismatches(call: Call, people: readonly string[]): Promise<RecordMismatch[]> {
  const found: RecordMismatch[] = [];
  for (let from = 0; from < people.length; from += atOnce) {
    found.push(...(await astrayOf(call, people.slice(from, from + atOnce))));
  }
  return found;
}

async function astrayOf(call: Call, people: readonly string[]): Promise<RecordMismatch[]> {
  const present = await presentRecords(call, people);
  const records = await recordsOf(call, people);
  const kept = Map.groupBy(records, (row) => row.membership);
  const ids = [...new Set([...kept.keys(), ...present.keys()])];
  const others = await heldByOthers(call, ids, people);
  const eventsById = Map.groupBy(await membershipHistory(call, ids), (row) => row.subject);
  const mismatched = new Set(requirementMismatches(kept, await requirementHistory(call, people)));
  return ids.flatMap((id) => {
    const own = kept.get(id) ?? [];
    const last = own.at(-1);
    const events = eventsById.get(id) ?? [];
    const places = new Set(events.flatMap((one) => (isArrival(one) ? [one.level_id] : [])));
    // A membership that belongs to another entry by now is judged with that.
    const elsewhere = others.has(id);
    const what = [
      ...(elsewhere || continues(last, present.get(id)) ? [] : (["record"] as const)),
      ...(agree(own, events) && !mismatched.has(id) ? [] : (["recordHistory"] as const)),
      ...(own.every((one) => one.basis === null || places.has(one.level_id)) ? [] : (["arrival"] as const)),
    ];
    return what.map((one) => ({ what: one, id }));
  });
}

const isArrival = ({ kind }: { kind: string }) => kind === "joined" || kind === "moved";

type Present = ReturnType<typeof recordOf>["record"];

/** Builds the expected current record of each membership. */
async function presentRecords(call: Call, people: readonly string[]): Promise<Map<string, Present>> {
  const all = await readPeople(call, people);
  return new Map(
    all.memberships.map((row) => [
      row.profileLevelAccessId,
      recordOf(row, overallFacts(all, row, call.now), all.zone).record,
    ]),
  );
}

function continues(last: Kept | undefined, present: Present | undefined): boolean {
  if (present === undefined) return last === undefined || last.basis === null;
  return (
    last !== undefined &&
    last.level_id === present.levelId &&
    last.label_id === present.labelId &&
    isDeepStrictEqual(last.basis, present.basis)
  );
}

/** Returns whether a membership's records and its history agree. */
function agree(records: readonly Kept[], events: readonly RecordedEvent<OverallStatus | null>[]): boolean {
  const [first] = records;
  if (first === undefined) return true;
  // When entries are merged, a membership leaves one and joins the other with the same status.
  const goesOver = (one: RecordedEvent<unknown>, next?: RecordedEvent<unknown>) =>
    one.kind === "left" && next?.kind === "joined" && next.at === one.at;
  const statuses = inOrder(events.filter((one, at) => !isArrival(one) && !goesOver(one, events[at + 1])));
  const recordedStatus = (record: Kept | undefined, at: number) =>
    record === undefined || record.basis === null ? null : overallStatus(factsAt(record.basis, at));
  const tells = statuses.every(({ at, to_status }, place) => {
    // The last of several entries with the same timestamp wins.
    if (at < first.at || statuses[place + 1]?.at === at) return true;
    const inForce = records.findLastIndex((one) => one.at <= at);
    if (recordedStatus(records[inForce], at) === to_status) return true;
    return records
      .slice(inForce + 1)
      .some((one) => one.at - at <= waitedMs && recordedStatus(one, one.at) === to_status);
  });
  const isRecorded = records.every((record, place) => {
    if (records[place + 1]?.at === record.at) return true;
    const status = recordedStatus(record, record.at);
    const last = statuses.findLast((one) => one.at <= record.at)?.to_status ?? null;
    return last === status || statuses.some((one) => one.written === record.at && one.to_status === status);
  });
  return tells && isRecorded;
}

/** Finds memberships whose records disagree with the history about a requirement's status. */
function requirementMismatches(
  kept: ReadonlyMap<string, readonly Kept[]>,
  events: readonly RecordedEvent<RequirementStatus>[],
): string[] {
  return [...Map.groupBy(events, (one) => one.subject)].flatMap(([requirementId, history]) => {
    const holding = [...kept].filter(([, records]) =>
      records.some((one) => one.basis?.demands.some((owed) => owed.requirementId === requirementId)),
    );
    const statusAt = (at: number) =>
      worst(
        holding.flatMap(([, records]) => {
          const basis = records.findLast((one) => one.at <= at)?.basis ?? null;
          const owed = basis === null ? [] : factsAt(basis, at).demands;
          return owed.filter((one) => one.requirementId === requirementId).map((one) => one.status);
        }),
      );
    const later = holding.flatMap(([, records]) => records.map((one) => one.at)).sort((a, b) => a - b);
    const differs = inOrder(history).some(({ at, to_status }, place, all) => {
      if (all[place + 1]?.at === at) return false;
      const recordedStatus = statusAt(at);
      // Not demanded on any membership: nothing was recorded.
      if (recordedStatus === null || recordedStatus === to_status) return false;
      return !later.some((one) => one > at && one - at <= waitedMs && statusAt(one) === to_status);
    });
    return differs ? holding.map(([id]) => id) : [];
  });
}

/** Orders events as they were written; none holds from earlier than the one before it. */
function inOrder<Status>(events: readonly RecordedEvent<Status>[]): RecordedEvent<Status>[] {
  let latest = Number.NEGATIVE_INFINITY;
  return events.map((one) => {
    latest = Math.max(latest, one.at);
    return { ...one, at: latest };
  });
}

/** Finds memberships that used to belong to these people and now belong to others. */
async function heldByOthers(call: Call, ids: readonly string[], people: readonly string[]): Promise<Set<string>> {
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT profile_level_access_id AS id FROM profile_level_access
    WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ANY(${sql.param([...ids])}::uuid[])
      AND profile_id <> ALL(${sql.param([...people])}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** Reads all records of every membership that is or was theirs: others may have had it before or since. */
async function recordsOf(call: Call, people: readonly string[]): Promise<Kept[]> {
  const { rows } = await call.db.execute<Kept>(sql`
    SELECT profile_level_access_id AS membership, profile_id, level_id, label_id, basis,
      (extract(epoch FROM at) * 1000)::float8 AS at
    FROM standing_record
    WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ANY(ARRAY(
      SELECT DISTINCT theirs.profile_level_access_id FROM standing_record AS theirs
      WHERE theirs.organization_id = ${call.organizationId}
        AND theirs.profile_id = ANY(${sql.param([...people])}::uuid[])
      UNION
      SELECT held.profile_level_access_id FROM profile_level_access AS held
      WHERE held.organization_id = ${call.organizationId}
        AND held.profile_id = ANY(${sql.param([...people])}::uuid[])))
    ORDER BY profile_level_access_id, standing_record.at, standing_record_id`);
  return rows;
}

async function membershipHistory(call: Call, ids: readonly string[]): Promise<RecordedEvent<OverallStatus | null>[]> {
  const { rows } = await call.db.execute<RecordedEvent<OverallStatus | null>>(sql`
    SELECT profile_level_access_id AS subject, kind, level_id, to_status,
      (extract(epoch FROM at) * 1000)::float8 AS at, (extract(epoch FROM at) * 1000)::float8 AS written
    FROM member_event
    WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ANY(${sql.param([...ids])}::uuid[])
      AND kind IN ('status', 'left', 'joined', 'moved')
    ORDER BY profile_level_access_id, member_event_id`);
  return rows;
}

async function requirementHistory(call: Call, people: readonly string[]): Promise<RecordedEvent<RequirementStatus>[]> {
  const { rows } = await call.db.execute<RecordedEvent<RequirementStatus>>(sql`
    SELECT requirement_id AS subject, kind, to_status, (extract(epoch FROM at) * 1000)::float8 AS at
    FROM requirement_event
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${sql.param([...people])}::uuid[])
      AND kind = 'status'
    ORDER BY requirement_id, requirement_event_id`);
  return rows;
}
