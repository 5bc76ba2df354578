import type { ImportState } from "@touchline/contract";
import { mostChildren } from "@touchline/rules";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { openBatch, type Part, partOf } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { hasNoJob } from "../../../../jobs/queue.ts";
import { type JudgedGuardian, rosterImport, rosterReading } from "../../../../schema/setup.ts";
import { audit } from "../../../../security/audit.ts";
import { lockPeople } from "../../../compliance/index.ts";
import { type Guarding, invite, linkGuardians } from "../../../joining/index.ts";
import { notify } from "../../../messages/index.ts";
import { addMembers, createProfiles, withLocks } from "../../../people/index.ts";
import { addPhones } from "../../../requirements/index.ts";
import { type ImportRecord, importById, ofWritten, rowsToWrite, worthKeeping } from "../queries.ts";
import { authorizeImporting } from "./context.ts";
import { notYourself } from "./guardians.ts";
import { createLevels, levelsToCreate } from "./levels.ts";
import { followPartner, recordExternalIds } from "./partner.ts";
import { type GuardianLink, planRows, type RowOutcome } from "./plan.ts";
import { tallied } from "./tally.ts";
import { headersKey } from "./upload.ts";

/**
 * Starts an import, or continues it after it was canceled or failed. The mapping is remembered for the next file with the same
 * headings.
 *
 * @throws NotFound, Forbidden; Conflict (not checked, nothing to add, or in progress).
 */
export async function startImport(
  call: Call,
  input: { rosterImportId: string; invite: boolean },
): Promise<{ state: ImportState }> {
  const row = await importById(call, input.rosterImportId);
  if (row.judged < row.rowCount) throw conflict("Check the rows first.", row.state);
  if ((await rowsToWrite(call, row, 0, 1)).length === 0) {
    throw conflict("There's no one to add. Every row is a duplicate or has an error.", "nothingToAdd");
  }
  const started = await call.db
    .update(rosterImport)
    .set({ state: "running", writtenThrough: 0, invite: input.invite, failure: null })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, row.rosterImportId),
        eq(rosterImport.round, row.round),
        // Of one that is done, rows may have been answered since.
        inArray(rosterImport.state, ["checked", "canceled", "failed", "done"]),
      ),
    )
    .returning({ id: rosterImport.rosterImportId });
  if (started.length === 0) throw conflict("This import is running or finished.", row.state);
  if (row.partner === null) await rememberReading(call, row);
  const facts = { rows: row.rowCount, invite: input.invite };
  await audit(call, [{ action: "import.begun", subjectId: row.rosterImportId, facts }]);
  return { state: "running" };
}

/** Keeps how a file was read for the organization's next one with the same headings. */
async function rememberReading(call: Call, row: ImportRecord): Promise<void> {
  const reading = { mapping: await worthKeeping(call, row), usedAt: call.now };
  await call.db
    .insert(rosterReading)
    .values({ organizationId: call.organizationId, headersKey: headersKey(row.headers), ...reading })
    .onConflictDoUpdate({ target: [rosterReading.organizationId, rosterReading.headersKey], set: reading });
}

/**
 * Stops an import between two steps; what was written stays. A dry run that is stopped is a draft again.
 *
 * @throws NotFound, Forbidden; Conflict (it is over)
 */
export async function cancelImport(
  call: Call,
  input: { rosterImportId: string },
): Promise<{ state: ImportState; written: number }> {
  const row = await importById(call, input.rosterImportId);
  const state = row.state === "checking" ? "draft" : "canceled";
  const canceled = await call.db
    .update(rosterImport)
    .set({ state })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, row.rosterImportId),
        state === "draft"
          ? eq(rosterImport.state, "checking")
          : inArray(rosterImport.state, ["draft", "checked", "running"]),
      ),
    )
    .returning();
  const [left] = canceled;
  if (!left) throw conflict("This import is already finished.", row.state);
  await followPartner(call, left);
  await audit(call, [{ action: "import.canceled", subjectId: row.rosterImportId }]);
  return { state, written: ofWritten(left, "done") };
}

type State = { call: Call; row: ImportRecord; tally: ImportRecord["tally"]; through: number };
type Written = Part<number> & { tally: ImportRecord["tally"] };

const writing = openBatch<{ rosterImportId: string }, State, number, Written>({
  // Rows that one transaction writes.
  size: openBatchSize(),
  async begin(unlocked, { rosterImportId }) {
    const call = await withLocks(unlocked, { also: lockRosters });
    const row = await importById(call, rosterImportId);
    const [running] = await call.db
      .select({ state: rosterImport.state, tally: rosterImport.tally, through: rosterImport.writtenThrough })
      .from(rosterImport)
      .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)))
      .for("update");
    return running?.state === "running" ? { call, row, tally: running.tally, through: running.through } : null;
  },
  async take(_given, { call, row, tally, through }, most) {
    const rows = await rowsToWrite(call, row, through, most);
    if (rows.length === 0) return { taken: 0, next: null, tally };
    const outcomes = await writeRows(call, row, rows);
    const before = rows.map(({ fate, invites }) => ({ fate, invites, done: false }));
    const after = before.map((one, at) => ({ ...one, fate: outcomes[at]?.fate ?? one.fate, done: true }));
    const part = { ...partOf(rows, most, (last) => last.number), tally: tallied(tally, after, before) };
    const last = rows.at(-1)?.number ?? through;
    await call.db
      .update(rosterImport)
      .set({ tally: part.tally, writtenThrough: last })
      .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)));
    return part;
  },
  advance: async () => undefined,
  finish: (_given, { call, row }) => finish(call, row.rosterImportId),
});

/**
 * Writes the next rows of a running import in the call's transaction, each with its result, so that a row is written and
 * marked, or neither, whenever the process ends. Rows are checked again with the current people and permissions. Missing levels
 * are created first, in a step of their own.
 *
 * @returns whether rows are left.
 */
export async function continueImport(unlocked: Call, input: { rosterImportId: string }): Promise<boolean> {
  const lacking = await levelsToCreate(unlocked, await importById(unlocked, input.rosterImportId));
  return lacking.length > 0 ? createSome(unlocked, input) : writing.step(unlocked, input);
}

/** Writes these rows. @returns the result of each. */
async function writeRows(
  call: Call,
  row: ImportRecord,
  rows: Awaited<ReturnType<typeof rowsToWrite>>,
): Promise<RowOutcome[]> {
  const { people, phones, memberships, guarding, children, outcomes } = await planRows(call, row, rows);
  // All who were there before, in one go: those who join, and guardians.
  await lockPeople(call, [...new Set([...memberships, ...guarding.map(guardianOf)].map((one) => one.profileId))]);
  await createProfiles(call, people);
  await addPhones(call, phones);
  const refusals = await linkGuardians(call, guarding);
  const added = await addMembers(call, memberships);
  if (row.invite) await inviteGrownUps(call, { people: memberships, guarding, children, refusals });
  const linked = outcomes.map((one) => ({ ...one, guardians: guardianContacts(one, guarding, refusals) }));
  const linkOutcomes = linked.map(
    (one): RowOutcome =>
      one.profileLevelAccessId === null || added.has(one.profileLevelAccessId)
        ? one
        : { ...one, fate: "present", profileLevelAccessId: null },
  );
  await record(call, row.rosterImportId, linkOutcomes);
  await recordExternalIds(call, row, rows, linkOutcomes);
  return linkOutcomes;
}

/** One step that creates levels, before the people who belong there are added. */
async function createSome(unlocked: Call, input: { rosterImportId: string }): Promise<boolean> {
  const refuse = (call: Call) => authorizeImporting(call);
  const call = await withLocks(unlocked, { duties: "assignments", refuse, also: lockRosters });
  const row = await importById(call, input.rosterImportId);
  const [running] = await call.db
    .select({ state: rosterImport.state })
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)))
    .for("update");
  if (running?.state !== "running") return false;
  await createLevels(call, row);
  return true;
}

const guardianOf = ({ guardianProfileId }: Guarding) => ({ profileId: guardianProfileId });

/** Invites everyone who was added and every guardian who was linked, except children. */
async function inviteGrownUps(
  call: Call,
  outcome: {
    people: readonly { profileId: string }[];
    guarding: readonly GuardianLink[];
    children: ReadonlySet<string>;
    refusals: readonly unknown[];
  },
): Promise<void> {
  const guardians = outcome.guarding.filter((_, at) => outcome.refusals[at] === null).map(guardianOf);
  const ids = new Set([...outcome.people, ...guardians].map((one) => one.profileId));
  for (const child of outcome.children) ids.delete(child);
  await invite(call, [...ids]);
}

const whyNotLinked: Record<NonNullable<Awaited<ReturnType<typeof linkGuardians>>[number]>, string> = {
  own: notYourself,
  left: "This person no longer exists.",
  self: "A child can't be their own guardian.",
  notAChild: "Only a person under 18 has guardians.",
  guardianIsAChild: "A guardian is 18 or older.",
  alreadyGuardian: "This person is already a guardian of the child.",
  twoGuardians: "The child already has two guardians.",
  tooManyChildren: `A person can be the guardian of at most ${mostChildren} children.`,
};

/** Returns the guardians of a row with the result for each. */
function guardianContacts(
  { number, guardians }: RowOutcome,
  guarding: readonly GuardianLink[],
  refusals: Awaited<ReturnType<typeof linkGuardians>>,
): JudgedGuardian[] | null {
  return (
    guardians?.map((guardian, which) => {
      const at = guarding.findIndex((one) => one.number === number && one.which === which);
      const refusal = at < 0 ? null : (refusals[at] ?? null);
      return refusal === null ? guardian : { ...guardian, fate: "left", message: whyNotLinked[refusal] };
    }) ?? null
  );
}

/** One import of an organization at a time: two that hold the same new person would each create it. */
const lockRosters = (call: Call) =>
  call.db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('roster ' || organization_id, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`);

async function record(call: Call, rosterImportId: string, outcomes: readonly RowOutcome[]): Promise<void> {
  const column = <Key extends keyof RowOutcome>(key: Key) => sql.param(outcomes.map((one) => one[key]));
  await call.db.execute(sql`
    UPDATE roster_import_row SET
      fate = new.fate, message = new.message, done_at = ${call.now.toISOString()}::timestamptz,
      profile_id = new.profile_id, profile_level_access_id = new.profile_level_access_id,
      guardians = new.guardians::jsonb
    FROM unnest(
      ${column("number")}::integer[], ${column("fate")}::text[], ${column("message")}::text[],
      ${column("profileId")}::uuid[], ${column("profileLevelAccessId")}::uuid[],
      ${sql.param(outcomes.map((one) => one.guardians && JSON.stringify(one.guardians)))}::text[]
    ) AS new (number, fate, message, profile_id, profile_level_access_id, guardians)
    WHERE roster_import_row.organization_id = ${call.organizationId}
      AND roster_import_row.roster_import_id = ${rosterImportId} AND roster_import_row.number = new.number`);
}

/** Ends an import all of whose rows are written. */
async function finish(call: Call, rosterImportId: string): Promise<void> {
  const ended = await call.db
    .update(rosterImport)
    .set({ state: "done", failure: null })
    .where(
      and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId), eq(rosterImport.state, "running")),
    )
    .returning();
  await notifyCreators(call, ended);
  for (const one of ended) await followPartner(call, one);
}

/** Whoever began it hears how it ended; of one that is begun again, each time. */
async function notifyCreators(call: Call, ended: readonly ImportRecord[]): Promise<void> {
  await notify(
    call,
    ended.map(({ rosterImportId, state, rowCount, createdBy }) => ({
      to: createdBy,
      kind: "roster",
      key: `import:${rosterImportId}:${call.now.toISOString()}`,
      facts: { rosterImportId, state, rows: rowCount },
    })),
  );
}

/** What an import is that could not go on: one that was writing has failed, a dry run is a draft again. */
const stopped = sql<ImportState>`CASE WHEN ${rosterImport.state} = 'checking' THEN 'draft' ELSE 'failed' END`;

/** Ends an import under way that cannot go on, with the reason in a sentence. It can be begun again. */
export async function giveUp(call: Call, rosterImportId: string, failure: string): Promise<void> {
  const ended = await call.db
    .update(rosterImport)
    .set({ state: stopped, failure })
    .where(
      and(
        ours(rosterImport, call),
        eq(rosterImport.rosterImportId, rosterImportId),
        inArray(rosterImport.state, ["running", "checking"]),
      ),
    )
    .returning();
  await notifyCreators(call, ended);
  for (const one of ended) await followPartner(call, one);
}

/** Ends those imports that no job works on anymore: it was tried as often as it may be. */
export async function giveUpAbandoned(call: Call): Promise<void> {
  const failure = "Something went wrong on our side. Nothing is lost. Try again.";
  const ended = await call.db
    .update(rosterImport)
    .set({ state: stopped, failure })
    .where(
      and(
        ours(rosterImport, call),
        inArray(rosterImport.state, ["running", "checking"]),
        hasNoJob("rosterImportId", rosterImport.rosterImportId),
      ),
    )
    .returning();
  await notifyCreators(call, ended);
  for (const one of ended) await followPartner(call, one);
}
