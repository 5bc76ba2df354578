import type { LikenessReason } from "@touchline/contract/reporting/duplicates";
import type { RowAnswer } from "@touchline/contract/setup/imports";
import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { rosterImport, rosterImportRow } from "../../../../schema/setup.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { similarTo } from "../../../people/index.ts";
import { type ImportRecord, importById } from "../queries.ts";
import { recountTally } from "./tally.ts";

type Row = { number: number; firstName: string; lastName: string; email: string | null; dateOfBirth: string | null };
export type Like = { profileId: string; profileLevelAccessId: string; reasons: LikenessReason[] };

const mostMemberships = 50_000;

/** Finds the person whom each row resembles most, among those whom the actor sees, by row number. */
export async function likesOf(call: Call, rows: readonly Row[]): Promise<Map<number, Like>> {
  const alike = await similarTo(
    call,
    rows.map(({ firstName, lastName, email, dateOfBirth }) => ({ firstName, lastName, email, dateOfBirth })),
  );
  const seen = await seenAt(
    call,
    alike.flat().map((one) => one.profileId),
  );
  return new Map(
    rows.flatMap(({ number }, place) => {
      const like = alike[place]?.find((one) => seen.has(one.profileId));
      const profileLevelAccessId = like && seen.get(like.profileId);
      return like && profileLevelAccessId
        ? [[number, { profileId: like.profileId, profileLevelAccessId, reasons: like.reasons }] as const]
        : [];
    }),
  );
}

/** Filters people to those whom the actor sees, each with a membership that they see. */
export async function seenAt(call: Call, profileIds: readonly string[]): Promise<Map<string, string>> {
  if (profileIds.length === 0) return new Map();
  const rows = await call.db
    .select({ profileId: profileLevelAccess.profileId, id: profileLevelAccess.profileLevelAccessId })
    .from(profileLevelAccess)
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(
      and(
        ours(profileLevelAccess, call),
        sql`${profileLevelAccess.profileId} = ANY(${sql.param([...new Set(profileIds)])}::uuid[])`,
        rowsWithinReach(call, "members.see", { pre: level.pre }) ?? sql`false`,
      ),
    )
    .limit(mostMemberships);
  return new Map(rows.map((row) => [row.profileId, row.id]));
}

/** Reads people as they are now, merged entries as the one they became. Only those whom the actor still sees. */
export async function sameNow(call: Call, profileIds: readonly string[]): Promise<Map<string, string>> {
  if (profileIds.length === 0) return new Map();
  const rows = await call.db
    .select({ profileId: profile.profileId, now: sql<string>`coalesce(${profile.mergedInto}, ${profile.profileId})` })
    .from(profile)
    .where(and(ours(profile, call), sql`${profile.profileId} = ANY(${sql.param([...new Set(profileIds)])}::uuid[])`));
  const seen = await seenAt(
    call,
    rows.map((row) => row.now),
  );
  return new Map(rows.filter((row) => seen.has(row.now)).map((row) => [row.profileId, row.now]));
}

/**
 * Locks an import while its rows are neither judged nor written; steps lock the import before its rows.
 *
 * @throws Conflict (not checked yet, or running)
 */
export async function holdAtRest(call: Call, row: ImportRecord): Promise<ImportRecord> {
  const [now] = await call.db
    .select()
    .from(rosterImport)
    .where(and(ours(rosterImport, call), eq(rosterImport.rosterImportId, row.rosterImportId)))
    .for("update");
  if (!now || !["checked", "canceled", "failed", "done"].includes(now.state)) {
    throw conflict("Wait until the rows are checked.", now?.state ?? row.state);
  }
  return now;
}

/**
 * Records whether rows are the people whom they resemble, or withdraws the answers.
 *
 * @param input.numbers the rows; null: all unanswered ones or, to withdraw, all answered ones.
 * @returns the number of rows.
 * @throws NotFound, Forbidden; Conflict (not checked yet, or running).
 */
export async function answerRows(
  call: Call,
  input: { rosterImportId: string; answer: RowAnswer | null; numbers: number[] | null },
): Promise<{ rows: number }> {
  const row = await importById(call, input.rosterImportId);
  await holdAtRest(call, row);
  const fates = { add: "create", same: "join" } as const;
  const answered = await call.db
    .update(rosterImportRow)
    .set({ answer: input.answer, fate: input.answer === null ? "alike" : fates[input.answer] })
    .where(
      and(
        ours(rosterImportRow, call),
        eq(rosterImportRow.rosterImportId, row.rosterImportId),
        isNotNull(rosterImportRow.likeProfileId),
        isNull(rosterImportRow.doneAt),
        ne(rosterImportRow.fate, "error"),
        input.numbers
          ? inArray(rosterImportRow.number, input.numbers)
          : input.answer === null
            ? isNotNull(rosterImportRow.answer)
            : isNull(rosterImportRow.answer),
      ),
    )
    .returning({ number: rosterImportRow.number });
  await recountTally(call, row.rosterImportId);
  return { rows: answered.length };
}
