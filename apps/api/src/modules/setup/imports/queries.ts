import type { ResponseOf } from "@touchline/contract";
import {
  type getRosterImport,
  type ImportRowResult,
  type importRow,
  importRowResults,
  type listImportRows,
  mostFixedRows,
  mostNewLevels,
  type RosterField,
  type RosterMapping,
} from "@touchline/contract/setup/imports";
import { undoDays } from "@touchline/contract/tasks/tasks";
import { levelFinder, nearest, pathNames, tidy, wordKey } from "@touchline/rules";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { level } from "../../../schema/people.ts";
import { rosterImport, rosterImportFix, rosterImportRow } from "../../../schema/setup.ts";
import { verdictOn } from "../../../security/authorize.ts";
import { memberTargets } from "../../people/index.ts";
import { authorizeImporting, mayAddLevelsAt, rosterContext } from "./actions/context.ts";
import { shareOf } from "./actions/tally.ts";

export type ImportRecord = typeof rosterImport.$inferSelect;

/** Unknown words of the file that are listed at most. */
const mostWords = 50;

const mostAlike = 3;

/** Selects the rows that an import will write. */
export const writing = ["create", "join"] as const satisfies ImportRowResult[];

/**
 * Returns the actor's own import. Other people's imports are hidden, except a partner's from people who connect partners.
 *
 * @throws NotFound, Forbidden
 */
export async function importById(call: Call, rosterImportId: string): Promise<ImportRecord> {
  authorizeImporting(call);
  const [row] = await call.db
    .select()
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, rosterImportId)));
  if (!row || !(isOwn(call, row) || (row.partner !== null && mayConnect(call)))) throw notFound("import");
  return row;
}

const isOwn = ({ actor }: Call, row: ImportRecord) => actor.kind !== "person" || row.createdBy === actor.profileId;
/** People who connect partners see what syncs import, whoever started them. */
const mayConnect = (call: Call) => verdictOn(call, "organization.edit", { organizationWide: true }).allowed;

/** Lists the actor's imports, newest first. */
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

/** Returns an import as the page shows it. */
export async function shownImport(call: Call, row: ImportRecord): Promise<ResponseOf<typeof getRosterImport>> {
  return {
    ...summary(row),
    encoding: row.encoding,
    headers: row.headers,
    preview: row.preview,
    mapping: row.mapping,
    read: row.read,
    judged: row.judged,
    fates: Object.fromEntries(importRowResults.map((fate) => [fate, shareOf(row.tally, fate).rows])) as Record<
      ImportRowResult,
      number
    >,
    ...(row.state === "checked"
      ? await unknownWords(call, row)
      : { unknownLevels: [], unknownLabels: [], levelsToCreate: [] }),
    dates: { order: row.mapping.dateOrder ?? row.dateOrder, example: row.dateExample },
    invitable: shareOf(row.tally, "create").invitable,
    written: ofWritten(row, "done"),
    toWrite: ofWritten(row, "rows"),
    invite: row.invite,
    failure: row.failure,
    partner: row.partner?.name ?? null,
    undoableUntil: canUndo(call.now, row) ? undoableUntil(row).toISOString() : null,
    undoneBy: row.undoneBy,
  };
}

const dayMs = 86_400_000;

/** Until when the memberships of an import can be removed again. */
export const undoableUntil = ({ createdAt }: Pick<ImportRecord, "createdAt">) =>
  new Date(createdAt.getTime() + undoDays * dayMs);

const canUndo = (now: Date, row: ImportRecord): boolean =>
  ["done", "canceled", "failed"].includes(row.state) &&
  row.undoneBy === null &&
  ofWritten(row, "done") > 0 &&
  now < undoableUntil(row);

async function unknownWords(call: Call, row: ImportRecord) {
  const context = await rosterContext(call, row);
  const find = levelFinder(context.levels, (pre) => context.refusal(pre, "Individual") === null);
  const levels = await wordsOf(call, row, "level");
  const labels = await wordsOf(call, row, "label");
  const creatable = await levelMaker(call, context, find);
  return {
    unknownLevels: levels.map((one) => {
      const found = find(one.word);
      // If many levels share a name, a few would be offered by chance.
      const offered = "refused" in found && (found.refused === "unknown" || found.suggestions.length <= mostAlike);
      return { ...one, suggestions: offered ? found.suggestions : [], creatable: creatable(one.word) };
    }),
    levelsToCreate: await newLevelsOf(call, row, context),
    unknownLabels: labels.map((one) => ({
      ...one,
      suggestions: nearest(one.word, context.labels).map(({ labelId, name }) => ({ id: labelId, name })),
    })),
  };
}

type Context = Awaited<ReturnType<typeof rosterContext>>;

/** Suggests a level to create for a word, if the actor may add levels somewhere. */
async function levelMaker(call: Call, { levels }: Context, find: ReturnType<typeof levelFinder>) {
  const reached = new Set(levels.filter(({ pre }) => mayAddLevelsAt(call, pre)).map((one) => one.levelId));
  const outermost = levels.filter((one) => reached.has(one.levelId) && !reached.has(one.parentId ?? ""));
  const kind = reached.size === 0 ? "" : await usualKind(call);
  return (word: string) => {
    const names = pathNames(word);
    const name = tidy(names.at(-1) ?? "");
    if (reached.size === 0 || name === "" || name.length > 100) return null;
    const above = names.length > 1 ? find(names.slice(0, -1).join(" / ")) : null;
    const parentId = above && "levelId" in above && reached.has(above.levelId) ? above.levelId : null;
    const [only, another] = outermost;
    // Somebody in charge of a single club means a team of that club.
    return { parentId: parentId ?? (only && !another && only.parentId !== null ? only.levelId : null), name, kind };
  };
}

/** Finds the most frequent kind among levels without sublevels. */
async function usualKind(call: Call): Promise<string> {
  const [most] = await call.db
    .select({ kind: level.kind })
    .from(level)
    .where(and(ours(level, call), isNull(level.archivedAt), eq(level.pre, level.last)))
    .groupBy(level.kind)
    .orderBy(desc(count()), asc(level.kind))
    .limit(1);
  return most?.kind ?? "Team";
}

/** Lists the levels that the import creates, each with its number of rows. */
async function newLevelsOf(call: Call, row: ImportRecord, { levels }: Context) {
  if (Object.keys(row.mapping.newLevels).length === 0) return [];
  const used = await call.db
    .select({ key: rosterImportRow.newLevel, rows: count() })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), isNotNull(rosterImportRow.newLevel), ne(rosterImportRow.fate, "error")))
    .groupBy(rosterImportRow.newLevel)
    .limit(mostNewLevels);
  const rows = new Map(used.map((one) => [one.key, one.rows]));
  const names = new Map(levels.map((one) => [one.levelId, one.name]));
  return Object.entries(row.mapping.newLevels).map(([key, { name, kind, parentId }]) => ({
    ...{ key, name, kind },
    parentName: names.get(parentId) ?? "",
    rows: rows.get(key) ?? 0,
  }));
}

/** Lists unknown words for levels or roles, the most frequent first. */
async function wordsOf(call: Call, row: ImportRecord, field: "level" | "label") {
  const [word, found] =
    field === "level"
      ? [rosterImportRow.levelWord, rosterImportRow.levelId]
      : [rosterImportRow.labelWord, rosterImportRow.labelId];
  // A row may have both problems; its field names the first.
  const unfound = field === "level" ? and(isNull(found), isNull(rosterImportRow.newLevel)) : isNull(found);
  const against = and(
    inArray(rosterImportRow.field, ["level", "label"]),
    or(eq(rosterImportRow.field, field), unfound),
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

/** Lists rows in the file's order, after a number. */
export async function importRows(
  call: Call,
  row: ImportRecord,
  { fate, after, perPage }: { fate?: ImportRowResult | undefined; after: number; perPage: number },
): Promise<ResponseOf<typeof listImportRows>> {
  const rows = await call.db
    .select()
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), gt(rosterImportRow.number, after), fate ? eq(rosterImportRow.fate, fate) : undefined))
    .orderBy(asc(rosterImportRow.number))
    .limit(perPage + 1);
  const data = await shownRows(call, row, rows.slice(0, perPage));
  return { data, next: rows.length > perPage ? (data.at(-1)?.number ?? null) : null };
}

/** Lists rows as the page shows them. */
export async function shownRows(
  call: Call,
  row: ImportRecord,
  page: readonly RowRecord[],
): Promise<z.output<typeof importRow>[]> {
  const liked = await likedOn(call, page);
  const faulty = page.filter((one) => one.cells !== null).map((one) => one.number);
  const fixes = faulty.length === 0 ? new Map() : await fixesOf(call, row.rosterImportId, faulty);
  return page.map((one) => ({
    number: one.number,
    firstName: one.firstName,
    lastName: one.lastName,
    email: one.address,
    dateOfBirth: one.dateOfBirth,
    phone: one.phone,
    level: one.levelWord,
    label: one.labelWord,
    minor: one.minor,
    guardians: (one.guardians ?? []).map(({ firstName, lastName, email, fate, message }) => ({
      ...{ name: `${firstName} ${lastName}`.trim(), email, fate, message },
    })),
    fate: one.fate,
    field: one.field as RosterField | null,
    message: one.message,
    done: one.doneAt !== null,
    profileLevelAccessId: one.profileLevelAccessId,
    like: liked.get(one.likeAccessId ?? "")?.(one) ?? null,
    answer: one.answer,
    cells: one.cells === null || one.doneAt !== null ? null : { ...one.cells, ...fixes.get(one.number)?.cells },
    revision: fixes.get(one.number)?.revision ?? 0,
  }));
}

/** Returns the corrections of rows by their numbers; of all rows if none are given. */
export async function fixesOf(call: Call, rosterImportId: string, numbers?: number[]) {
  const rows = await call.db
    .select()
    .from(rosterImportFix)
    .where(
      and(
        ours(rosterImportFix, call),
        eq(rosterImportFix.rosterImportId, rosterImportId),
        numbers ? sql`${rosterImportFix.number} = ANY(${sql.param(numbers)}::integer[])` : undefined,
      ),
    )
    .limit(mostFixedRows);
  return new Map(rows.map((one) => [one.number, one]));
}

type RowRecord = typeof rosterImportRow.$inferSelect;

/**
 * Lists the people whom rows resemble, by the membership through which the importer saw them; people who are out of sight by now
 * are left out.
 */
async function likedOn(call: Call, rows: readonly RowRecord[]) {
  const seen = await memberTargets(
    call,
    rows.flatMap((row) => (row.doneAt === null ? (row.likeAccessId ?? []) : [])),
  );
  return new Map(
    [...seen.values()]
      .filter(({ levelPre }) => verdictOn(call, "members.see", { levelPre }).allowed)
      .map(({ profileLevelAccessId, profileId, firstName, lastName, labelName, levelName }) => [
        profileLevelAccessId,
        ({ likeReasons }: RowRecord) => ({
          profileId,
          profileLevelAccessId,
          name: `${firstName} ${lastName}`.trim(),
          place: `${labelName} at ${levelName}`,
          reasons: likeReasons ?? [],
        }),
      ]),
  );
}

/**
 * Returns the part of a mapping that is worth saving: the columns, and the meaning of words in understood rows. Everything else
 * may come from any column, including names of people, and is left out.
 */
export async function worthKeeping(call: Call, row: ImportRecord): Promise<RosterMapping> {
  const used = await understoodWords(call, row);
  const only = (meant: Record<string, string>, words: Set<string>) =>
    Object.fromEntries(Object.entries(meant).filter(([word]) => words.has(word)));
  const { levels, labels } = row.mapping;
  return {
    ...row.mapping,
    // Each file has its own date format, and created levels are found by their names.
    dateOrder: null,
    newLevels: {},
    levels: only(levels, used.levels),
    labels: only(labels, used.labels),
  };
}

/** Returns the next rows to write after a number, at most `most`. */
export const rowsToWrite = (call: Call, row: Pick<ImportRecord, "rosterImportId">, after: number, most: number) =>
  call.db
    .select()
    .from(rosterImportRow)
    .where(
      and(
        rowsOf(call, row),
        gt(rosterImportRow.number, after),
        inArray(rosterImportRow.fate, [...writing]),
        isNull(rosterImportRow.doneAt),
      ),
    )
    .orderBy(asc(rosterImportRow.number))
    .limit(most);

/** Counts the rows that an import will write or has written. */
export const ofWritten = ({ tally }: Pick<ImportRecord, "tally">, which: "rows" | "done"): number =>
  writing.reduce((total, fate) => total + shareOf(tally, fate)[which], 0);

/** Lists the words for levels and roles of understood rows, folded as in a mapping. */
async function understoodWords(call: Call, row: ImportRecord): Promise<{ levels: Set<string>; labels: Set<string> }> {
  const words = await call.db
    .selectDistinct({ level: rosterImportRow.levelWord, label: rosterImportRow.labelWord })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), ne(rosterImportRow.fate, "error")))
    .limit(100_000);
  return {
    levels: new Set(words.map((one) => wordKey(one.level))),
    labels: new Set(words.map((one) => wordKey(one.label))),
  };
}

/** Returns the reason for each row that isn't imported, by its number. */
export async function faultsOf(call: Call, row: ImportRecord): Promise<Map<number, string>> {
  const rows = await call.db
    .select({ number: rosterImportRow.number, message: rosterImportRow.message })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), eq(rosterImportRow.fate, "error")))
    .limit(100_000);
  return new Map(rows.map((one) => [one.number, one.message]));
}
