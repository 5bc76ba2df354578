import type { ResponseOf } from "@touchline/contract";
import type { getRosterImport, listImportRows, RosterField, RosterMapping, RowFate } from "@touchline/contract/imports";
import { rowFates } from "@touchline/contract/imports";
import { levelFinder, nearest, wordKey } from "@touchline/rules";
import { and, asc, count, desc, eq, gt, inArray, isNull, ne, or } from "drizzle-orm";
import { verdictOn } from "../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { ours } from "../../kernel/tenancy.ts";
import { memberTargets } from "../profiles/queries.ts";
import { authorizeImporting, rosterContext } from "./actions/context.ts";
import { shareOf } from "./actions/tally.ts";
import { rosterImport, rosterImportRow } from "./tables.ts";

export type ImportRecord = typeof rosterImport.$inferSelect;

/** Words of the file that are offered to be explained. */
const mostWords = 50;

const mostAlike = 3;

/** Rows that an import is to write. */
export const writing = ["create", "join"] as const satisfies RowFate[];

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

/** An import as the page shows it. */
export async function shownImport(call: Call, row: ImportRecord): Promise<ResponseOf<typeof getRosterImport>> {
  return {
    ...summary(row),
    encoding: row.encoding,
    headers: row.headers,
    preview: row.preview,
    mapping: row.mapping,
    read: row.read,
    judged: row.judged,
    fates: Object.fromEntries(rowFates.map((fate) => [fate, shareOf(row.tally, fate).rows])) as Record<RowFate, number>,
    ...(row.state === "checked" ? await unknownWords(call, row) : { unknownLevels: [], unknownLabels: [] }),
    invitable: shareOf(row.tally, "create").invitable,
    written: ofWritten(row, "done"),
    toWrite: ofWritten(row, "rows"),
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
  const page = rows.slice(0, perPage);
  const liked = await likedOn(call, page);
  const data = page.map((one) => ({
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
    like: liked.get(one.likeAccessId ?? "")?.(one) ?? null,
    answer: one.answer,
  }));
  return { data, next: rows.length > perPage ? (data.at(-1)?.number ?? null) : null };
}

type RowRecord = typeof rosterImportRow.$inferSelect;

/** Whom rows look like, by the membership through which the importer saw them; who is out of sight by now is not told. */
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
 * Of how a file is read what is worth keeping: the columns, and what words mean that rows were understood by. What else stands
 * in the mapping may come out of any column, names of people too, and is left out.
 */
export async function worthKeeping(call: Call, row: ImportRecord): Promise<RosterMapping> {
  const used = await understoodWords(call, row);
  const only = (meant: Record<string, string>, words: Set<string>) =>
    Object.fromEntries(Object.entries(meant).filter(([word]) => words.has(word)));
  const { levels, labels } = row.mapping;
  return { ...row.mapping, levels: only(levels, used.levels), labels: only(labels, used.labels) };
}

/** The next rows to write after a number, at most `most`. */
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

/** How many rows an import is to write, or has written. */
export const ofWritten = ({ tally }: Pick<ImportRecord, "tally">, which: "rows" | "done"): number =>
  writing.reduce((total, fate) => total + shareOf(tally, fate)[which], 0);

/** The words for levels and roles that rows were understood by, folded as a mapping has them. */
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

/** Why each row that is not taken is not, by its number. */
export async function faultsOf(call: Call, row: ImportRecord): Promise<Map<number, string>> {
  const rows = await call.db
    .select({ number: rosterImportRow.number, message: rosterImportRow.message })
    .from(rosterImportRow)
    .where(and(rowsOf(call, row), eq(rosterImportRow.fate, "error")))
    .limit(100_000);
  return new Map(rows.map((one) => [one.number, one.message]));
}
