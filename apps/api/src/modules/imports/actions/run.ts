import type { ImportState, RowFate } from "@touchline/contract/imports";
import { fateOf } from "@touchline/rules";
import { and, eq, inArray, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { queue } from "../../../kernel/job-tables.ts";
import { sortNameOf } from "../../../kernel/names.ts";
import { openPace } from "../../../kernel/pace.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { invite } from "../../invitations/actions/invite.ts";
import { listLabels } from "../../labels/queries.ts";
import { notify } from "../../notices/actions.ts";
import {
  addMembers,
  type BulkMembership,
  type BulkProfile,
  createProfiles,
} from "../../profiles/actions/add-members.ts";
import { inTurn } from "../../profiles/actions/turn.ts";
import { type ImportRecord, importById, ofWritten, rowsToWrite, worthKeeping } from "../queries.ts";
import { rosterImport, type rosterImportRow, rosterReading } from "../tables.ts";
import { sameNow } from "./alike.ts";
import { type Namesake, namesakesOf, presOf, refusals } from "./context.ts";
import { tallied } from "./tally.ts";
import { headersKey } from "./upload.ts";

/** Rows that one transaction writes. */
const pace = openPace();

/**
 * Lets an import begin, or go on after it was canceled or failed; how the file was read is remembered for the next one with
 * the same headings.
 *
 * @throws NotFound, Forbidden; Conflict (not checked, nothing to add, or under way).
 */
export async function startImport(
  call: Call,
  input: { rosterImportId: string; invite: boolean },
): Promise<{ state: ImportState }> {
  const row = await importById(call, input.rosterImportId);
  if (row.judged < row.rowCount) throw conflict("Check the rows first.", row.state);
  if ((await rowsToWrite(call, row, 0, 1)).length === 0) {
    throw conflict("There is nobody to add: every row is there already, or says why not.", "nothingToAdd");
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
  if (started.length === 0) throw conflict("This import is under way or finished.", row.state);
  await rememberReading(call, row);
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
  if (!left) throw conflict("This import is over already.", row.state);
  await audit(call, [{ action: "import.canceled", subjectId: row.rosterImportId }]);
  return { state, written: ofWritten(left, "done") };
}

type Outcome = {
  number: number;
  fate: RowFate;
  message: string;
  profileId: string | null;
  profileLevelAccessId: string | null;
};

/**
 * Writes the next rows of a running import in the call's transaction, each with what came of it: whatever ends the process,
 * a row is written and marked, or neither. Rows are judged again, by the people and permissions of this moment.
 *
 * @returns whether rows are left.
 */
export async function continueImport(given: Call, input: { rosterImportId: string }): Promise<boolean> {
  const began = performance.now();
  const call = await inTurn(given, { also: lockRosters });
  const row = await importById(call, input.rosterImportId);
  const [running] = await call.db
    .select({ state: rosterImport.state, tally: rosterImport.tally, through: rosterImport.writtenThrough })
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)))
    .for("update");
  if (running?.state !== "running") return false;
  const { most } = pace;
  const rows = await rowsToWrite(call, row, running.through, most);
  const last = rows.at(-1);
  if (!last) {
    await finish(call, row.rosterImportId);
    return false;
  }
  const { people, memberships, outcomes } = await plan(call, rows);
  await createProfiles(call, people);
  const added = await addMembers(call, memberships);
  if (row.invite) await invite(call, [...new Set(memberships.map((one) => one.profileId))]);
  const came = outcomes.map(
    (one): Outcome =>
      one.profileLevelAccessId === null || added.has(one.profileLevelAccessId)
        ? one
        : { ...one, fate: "present", profileLevelAccessId: null },
  );
  await record(call, row.rosterImportId, came);
  const before = rows.map(({ fate, email }) => ({ fate, email, done: false }));
  const after = before.map((one, at) => ({ ...one, fate: came[at]?.fate ?? one.fate, done: true }));
  await call.db
    .update(rosterImport)
    .set({ tally: tallied(running.tally, after, before), writtenThrough: last.number })
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)));
  pace.learn(rows.length, performance.now() - began);
  const left = rows.length === most;
  if (!left) await finish(call, row.rosterImportId);
  return left;
}

/** One import of an organization at a time: two that hold the same new person would each create it. */
const lockRosters = (call: Call) =>
  call.db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('roster ' || organization_id, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`);

/** What the rows lead to now: new people, memberships, and an outcome for each row. */
async function plan(call: Call, rows: readonly (typeof rosterImportRow.$inferSelect)[]) {
  const refusal = refusals(call);
  const pres = await presOf(call, [...new Set(rows.flatMap((row) => row.levelId ?? []))]);
  const labels = new Map((await listLabels(call)).map((one) => [one.labelId, one]));
  const known = await namesakesOf(call, rows);
  const same = await sameNow(
    call,
    rows.flatMap((row) => (row.answer === "same" && row.likeProfileId ? [row.likeProfileId] : [])),
  );
  const people: BulkProfile[] = [];
  const memberships: BulkMembership[] = [];
  const outcomes = rows.map((row): Outcome => {
    const { number, firstName, lastName, email, levelId, labelId } = row;
    const [pre, given] = [pres.get(levelId ?? ""), labels.get(labelId ?? "")];
    const refused =
      pre === undefined || given === undefined || levelId === null || labelId === null
        ? "The level or the role is no longer there. Check the rows again."
        : refusal(pre, given.role, given.givenBy);
    if (refused !== null || levelId === null || labelId === null) {
      return { number, fate: "error", message: refused ?? "", profileId: null, profileLevelAccessId: null };
    }
    const sortName = sortNameOf(firstName, lastName);
    const namesakes = known.get(sortName) ?? [];
    const { fate, profileId: found } =
      row.answer === "same"
        ? { fate: "join" as const, profileId: same.get(row.likeProfileId ?? "") ?? null }
        : fateOf({ ...row, level: row.levelWord, label: row.labelWord, notes: [], wrong: null }, namesakes);
    if (row.answer === "same" && found === null) {
      const message = "The person whom this row was said to be is no longer here. Check the rows again.";
      return { number, fate: "error", message, profileId: null, profileLevelAccessId: null };
    }
    if (fate === "present") return { number, fate, message: "", profileId: found, profileLevelAccessId: null };
    const profileId = found ?? newId();
    const profileLevelAccessId = newId();
    if (found === null) {
      const unused = { dateOfBirth: null, appUserId: null, activatedAt: null };
      // Whoever is added by an administrator need not confirm an address.
      people.push({ profileId, firstName, lastName, email, ...unused, confirmedAt: call.now });
    }
    memberships.push({ profileLevelAccessId, profileId, levelId, labelId });
    const others = namesakes.filter((one) => one.profileId !== profileId);
    const before = namesakes.find((one) => one.profileId === profileId)?.memberships ?? [];
    const held = [...before, { levelId, labelId }];
    const now: Namesake = { profileId, firstName, lastName, email, memberships: held, seen: true };
    known.set(sortName, [...others, now]);
    return { number, fate: row.fate, message: row.message, profileId, profileLevelAccessId };
  });
  return { people, memberships, outcomes };
}

async function record(call: Call, rosterImportId: string, outcomes: readonly Outcome[]): Promise<void> {
  const column = <Key extends keyof Outcome>(key: Key) => sql.param(outcomes.map((one) => one[key]));
  await call.db.execute(sql`
    UPDATE roster_import_row SET
      fate = new.fate, message = new.message, done_at = ${call.now.toISOString()}::timestamptz,
      profile_id = new.profile_id, profile_level_access_id = new.profile_level_access_id
    FROM unnest(
      ${column("number")}::integer[], ${column("fate")}::text[], ${column("message")}::text[],
      ${column("profileId")}::uuid[], ${column("profileLevelAccessId")}::uuid[]
    ) AS new (number, fate, message, profile_id, profile_level_access_id)
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
  await tell(call, ended);
}

/** Whoever began it hears how it ended; of one that is begun again, each time. */
async function tell(call: Call, ended: readonly ImportRecord[]): Promise<void> {
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
  await tell(call, ended);
}

/** The same for those that no job works on any more: it was tried as often as it may be. */
export async function giveUpAbandoned(call: Call): Promise<void> {
  const failure = "Something went wrong on our side, several times. Nothing is lost: try again.";
  const ended = await call.db
    .update(rosterImport)
    .set({ state: stopped, failure })
    .where(
      and(
        ours(rosterImport, call),
        inArray(rosterImport.state, ["running", "checking"]),
        sql`NOT EXISTS (
          SELECT FROM pgboss.job_common
          WHERE name = ${queue} AND state < 'completed'
            AND data->'payload'->>'rosterImportId' = ${rosterImport.rosterImportId}::text)`,
      ),
    )
    .returning();
  await tell(call, ended);
}
