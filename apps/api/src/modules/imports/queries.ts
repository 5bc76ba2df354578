import type { ResponseOf } from "@touchline/contract";
import type { getRosterImport, listImportRows, RosterField, RowFate } from "@touchline/contract/imports";
import { rowFates } from "@touchline/contract/imports";
import {
  type KnownPerson,
  levelFinder,
  nearest,
  permits,
  type ReadRow,
  type RosterContext,
  wordKey,
} from "@touchline/rules";
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { denialText, verdictOn } from "../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { forbidden, notFound, Refusal } from "../../kernel/errors.ts";
import { sortNameOf } from "../../kernel/names.ts";
import { rowsWithinReach } from "../../kernel/reach.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { level } from "../hierarchy/tables.ts";
import { listLabels } from "../labels/queries.ts";
import { joiningAs } from "../profiles/actions.ts";
import { profile, profileLevelAccess } from "../profiles/tables.ts";
import { rosterImport, rosterImportRow } from "./tables.ts";

export type ImportRecord = typeof rosterImport.$inferSelect;

/** Levels that an import may choose among. */
const mostLevels = 100_000;
const mostNamesakes = 50_000;
/** Words of the file that are offered to be explained. */
const mostWords = 50;

const mostAlike = 3;

/** Rows that an import is to write. */
export const writing = ["create", "join"] as const satisfies RowFate[];

/** Whether the actor may add people anywhere. */
export function mayImport({ actor }: Pick<Call, "actor">): boolean {
  return actor.kind === "system" || actor.grants.some(({ pre }) => mayAddAt({ actor }, pre));
}

/** @throws Forbidden for whoever may add nobody anywhere. */
export function authorizeImporting(call: Call): void {
  if (!mayImport(call)) throw forbidden(denialText("role"), "role");
}

/** An import of the actor's own: its rows are nobody else's business. @throws NotFound, Forbidden */
export async function importById(call: Call, rosterImportId: string): Promise<ImportRecord> {
  authorizeImporting(call);
  const [row] = await call.db
    .select()
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
  if (!row || (call.actor.kind === "person" && row.createdBy !== call.actor.profileId)) throw notFound("The import");
  return row;
}

/**
 * What rows are judged by: the levels where the actor may add people and those above them, the labels, and what may be given.
 *
 * @throws 413 when there are too many levels to choose among.
 */
export async function rosterContext(call: Call, mapping: RosterContext["mapping"]): Promise<RosterContext> {
  const levels = await call.db
    .select({ levelId: level.levelId, parentId: level.parentId, name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), nameable(call)))
    .orderBy(asc(level.pre))
    .limit(mostLevels + 1);
  if (levels.length > mostLevels) {
    const most = mostLevels.toLocaleString("en");
    throw new Refusal(
      "tooLarge",
      `You look after more than ${most} levels; a roster is imported by somebody who looks after a part of them.`,
    );
  }
  return { mapping, levels, labels: await listLabels(call), refusal: refusals(call) };
}

/** Levels that a roster of the actor's may name: where they add people, and the ones above, by which paths begin. */
function nameable(call: Call): SQL {
  const within = rowsWithinReach(call, "members.add", { pre: level.pre }) ?? sql`false`;
  const grants = call.actor.kind === "system" ? [] : call.actor.grants.filter((grant) => mayAddAt(call, grant.pre));
  const above = grants.map((grant) => and(lte(level.pre, grant.pre), gte(level.last, grant.last)));
  return or(within, ...above) as SQL;
}

const mayAddAt = (call: Pick<Call, "actor">, levelPre: number) =>
  call.actor.kind === "system" ||
  permits(call.actor.grants, "members.add", { levelPre, roles: ["Individual"] }).allowed;

/** Why the actor may not give a role at a level, in a sentence; null when they may. */
export function refusals(call: Call): RosterContext["refusal"] {
  const known = new Map<string, string | null>();
  return (levelPre, role) => {
    const key = `${levelPre} ${role}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const verdict = verdictOn(call, joiningAs(role), { levelPre, roles: [role] });
    const refusal = verdict.allowed ? null : denialText(verdict.reason);
    known.set(key, refusal);
    return refusal;
  };
}

/** Where levels stand in the tree, of these ids; those that are gone are not in it. */
export async function presOf(call: Call, levelIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await call.db
    .select({ levelId: level.levelId, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), sql`${level.levelId} = ANY(${sql.param([...levelIds])}::uuid[])`));
  return new Map(rows.map((one) => [one.levelId, one.pre]));
}

/** `seen`: the actor may see one of the memberships, and so the person. */
export type Namesake = KnownPerson & { seen: boolean };

/** Everybody of the organization who bears the name of one of the rows, by sort name. */
export async function namesakesOf(
  call: Call,
  rows: readonly Pick<ReadRow, "firstName" | "lastName">[],
): Promise<Map<string, Namesake[]>> {
  const names = [...new Set(rows.map((row) => sortNameOf(row.firstName, row.lastName)))];
  if (names.length === 0) return new Map();
  const people = await call.db
    .select({
      profileId: profile.profileId,
      sortName: profile.sortName,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
    })
    .from(profile)
    .where(and(ours(profile, call), sql`${profile.sortName} = ANY(${sql.param(names)}::text[])`))
    .limit(mostNamesakes);
  const ids = people.map((person) => person.profileId);
  const memberships = await call.db
    .select({
      profileId: profileLevelAccess.profileId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
      seen: sql<boolean>`${rowsWithinReach(call, "members.see", { pre: level.pre }) ?? sql`false`}`,
    })
    .from(profileLevelAccess)
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(and(ours(profileLevelAccess, call), sql`${profileLevelAccess.profileId} = ANY(${sql.param(ids)}::uuid[])`))
    .limit(mostNamesakes);
  const of = Map.groupBy(memberships, (one) => one.profileId);
  return Map.groupBy(
    people.map((person) => {
      const memberships = of.get(person.profileId) ?? [];
      return { ...person, memberships, seen: memberships.some((one) => one.seen) };
    }),
    (person) => person.sortName,
  );
}

/** The actor's own imports, newest first. */
export async function listImports(call: Call) {
  authorizeImporting(call);
  const rows = await call.db
    .select()
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.createdBy, actingProfile(call) ?? call.organizationId)))
    .orderBy(desc(rosterImport.createdAt))
    .limit(20);
  return rows.map(summary);
}

const summary = (row: ImportRecord) => ({
  rosterImportId: row.rosterImportId,
  state: row.state,
  fileName: row.fileName,
  rows: row.rowCount,
  createdAt: row.createdAt.toISOString(),
});

const rowsOf = (call: Call, row: Pick<ImportRecord, "rosterImportId">) =>
  and(ours(rosterImportRow, call), eq(rosterImportRow.rosterImportId, row.rosterImportId));

/** An import as the page shows it: counted from its rows, so that the counts are never apart from them. */
export async function shownImport(call: Call, row: ImportRecord): Promise<ResponseOf<typeof getRosterImport>> {
  const counted = await call.db
    .select({
      fate: rosterImportRow.fate,
      rows: count(),
      done: count(rosterImportRow.doneAt),
      invitable: count(rosterImportRow.email),
    })
    .from(rosterImportRow)
    .where(rowsOf(call, row))
    .groupBy(rosterImportRow.fate);
  const of = new Map(counted.map((one) => [one.fate, one]));
  const sum = (pick: "rows" | "done") => writing.reduce((total, fate) => total + (of.get(fate)?.[pick] ?? 0), 0);
  return {
    ...summary(row),
    encoding: row.encoding,
    headers: row.headers,
    preview: row.preview,
    mapping: row.mapping,
    judged: row.judged,
    fates: Object.fromEntries(rowFates.map((fate) => [fate, of.get(fate)?.rows ?? 0])) as Record<RowFate, number>,
    ...(row.state === "checked" ? await unknownWords(call, row) : { unknownLevels: [], unknownLabels: [] }),
    invitable: of.get("create")?.invitable ?? 0,
    written: sum("done"),
    toWrite: sum("rows"),
    invite: row.invite,
    failure: row.failure,
  };
}

async function unknownWords(call: Call, row: ImportRecord) {
  const context = await rosterContext(call, row.mapping);
  const find = levelFinder(context.levels, (pre) => context.refusal(pre, "Individual") === null);
  const levels = await wordsOf(call, row, "level");
  const labels = await wordsOf(call, row, "label");
  return {
    unknownLevels: levels.map((one) => {
      const found = find(one.word);
      // Of many levels that share a name, a few would be offered by chance.
      const offered = "refused" in found && (found.refused === "unknown" || found.suggestions.length <= mostAlike);
      return { ...one, suggestions: offered ? found.suggestions : [] };
    }),
    unknownLabels: labels.map((one) => ({
      ...one,
      suggestions: nearest(one.word, context.labels).map(({ labelId, name }) => ({ id: labelId, name })),
    })),
  };
}

/** The words for levels or roles that stand in the way of rows, the most frequent first. */
async function wordsOf(call: Call, row: ImportRecord, field: "level" | "label") {
  const [word, found] =
    field === "level"
      ? [rosterImportRow.levelWord, rosterImportRow.levelId]
      : [rosterImportRow.labelWord, rosterImportRow.labelId];
  // A row may have both against it; its field names the first.
  const against = and(
    inArray(rosterImportRow.field, ["level", "label"]),
    or(eq(rosterImportRow.field, field), isNull(found)),
  );
  const words = await call.db
    .select({ word, rows: count() })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), eq(rosterImportRow.fate, "error"), against))
    .groupBy(word)
    .orderBy(desc(count()), asc(word))
    .limit(mostWords);
  return [...Map.groupBy(words, (one) => (one.word === "" ? "" : `=${wordKey(one.word)}`))].map(([key, same]) => ({
    word: same[0]?.word ?? "",
    key: key.slice(1),
    rows: same.reduce((sum, one) => sum + one.rows, 0),
  }));
}

/** Rows in the file's order, after a number. */
export async function importRows(
  call: Call,
  row: ImportRecord,
  { fate, after, perPage }: { fate?: RowFate | undefined; after: number; perPage: number },
): Promise<ResponseOf<typeof listImportRows>> {
  const rows = await call.db
    .select()
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), gt(rosterImportRow.number, after), fate ? eq(rosterImportRow.fate, fate) : undefined))
    .orderBy(asc(rosterImportRow.number))
    .limit(perPage + 1);
  const data = rows.slice(0, perPage).map((one) => ({
    number: one.number,
    firstName: one.firstName,
    lastName: one.lastName,
    email: one.address,
    level: one.levelWord,
    label: one.labelWord,
    minor: one.minor,
    fate: one.fate,
    field: one.field as RosterField | null,
    message: one.message,
    done: one.doneAt !== null,
    profileLevelAccessId: one.profileLevelAccessId,
  }));
  return { data, next: rows.length > perPage ? (data.at(-1)?.number ?? null) : null };
}

/** The next rows to write, at most `most`. */
export const rowsToWrite = (call: Call, row: ImportRecord, most: number) =>
  call.db
    .select()
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), inArray(rosterImportRow.fate, [...writing]), sql`${rosterImportRow.doneAt} IS NULL`))
    .orderBy(asc(rosterImportRow.number))
    .limit(most);

/** How many rows were written. */
export async function writtenRows(call: Call, row: ImportRecord): Promise<number> {
  const [counted] = await call.db
    .select({ rows: count() })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), inArray(rosterImportRow.fate, [...writing]), isNotNull(rosterImportRow.doneAt)));
  return counted?.rows ?? 0;
}

/** The words for levels and roles that rows were understood by, folded as a mapping has them. */
export async function understoodWords(
  call: Call,
  row: ImportRecord,
): Promise<{ levels: Set<string>; labels: Set<string> }> {
  const words = await call.db
    .selectDistinct({ level: rosterImportRow.levelWord, label: rosterImportRow.labelWord })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), ne(rosterImportRow.fate, "error")))
    .limit(50_000);
  return {
    levels: new Set(words.map((one) => wordKey(one.level))),
    labels: new Set(words.map((one) => wordKey(one.label))),
  };
}

/** Why each row that is not taken is not, by its number. */
export async function faultsOf(call: Call, row: ImportRecord): Promise<Map<number, string>> {
  const rows = await call.db
    .select({ number: rosterImportRow.number, message: rosterImportRow.message })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), eq(rosterImportRow.fate, "error")))
    .limit(50_000);
  return new Map(rows.map((one) => [one.number, one.message]));
}
