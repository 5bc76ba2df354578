import type { ImportRowResult, RosterField } from "@touchline/contract/setup/imports";
import { fateOf, type ReadRow, type Repetitions, rowNameKey } from "@touchline/rules";
import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { type Announced, announce } from "../../../../jobs/jobs.ts";
import { profileLevelAccess } from "../../../../schema/people.ts";
import { type ImportPartner, rosterImportRow, rosterSourceRow } from "../../../../schema/setup.ts";
import { idsKnownTo, knowPeopleAs } from "../../../requirements/index.ts";
import type { ImportRecord } from "../queries.ts";
import type { ReadBeside } from "./check.ts";
import type { RowOutcome } from "./plan.ts";
import type { Roster, SourceRow } from "./read.ts";
import { type Like, seenAt } from "./similar-people.ts";

/** What becomes of a row. `like`: whom it may be, which somebody decides; `profileId`: whom it is. */
export type Fated = {
  fate: ImportRowResult;
  field: RosterField | null;
  message: string;
  twin: number | null;
  profileId: string | null;
  like?: Like;
};

/** Runs when an import of a partner's rows was checked, is over, was undone, or was deleted. */
export const followPartnerImport = {
  name: "partners.follow",
  payload: z.object({ rosterImportId: z.uuid() }),
} satisfies Announced<z.ZodRawShape>;

/** Lets the sync of an import continue. */
export const followPartner = async (
  call: Call,
  { partner, rosterImportId }: Pick<ImportRecord, "partner" | "rosterImportId">,
): Promise<void> => (partner === null ? undefined : announce(call, followPartnerImport, { rosterImportId }));

/** The rows of a partner, as a file's. */
export async function partnerRoster(call: Call, row: ImportRecord): Promise<Roster> {
  const rows = await call.db
    .select({
      number: rosterSourceRow.number,
      cells: rosterSourceRow.cells,
      fault: rosterSourceRow.fault,
      externalId: rosterSourceRow.externalId,
    })
    .from(rosterSourceRow)
    .where(and(ours(rosterSourceRow, call), eq(rosterSourceRow.rosterImportId, row.rosterImportId)))
    .orderBy(asc(rosterSourceRow.number))
    .limit(row.rowCount);
  return {
    encoding: row.encoding,
    headers: row.headers,
    rows: rows.map(({ number, cells, fault, externalId }) => ({
      ...{ number, cells, fault: null, partner: { externalId, fault } },
    })),
  };
}

/** The ids by which rows name their people, and what contradicts itself among them. */
export function openPartnerPeople(partner: ImportPartner | null) {
  const idOf = new Map<number, string>();
  const first = new Map<string, { number: number; key: string }>();
  return {
    idOf,
    /** Refuses a row that is wrong at the partner, or whose id an earlier row gives to somebody else. */
    judge(read: ReadRow, of: SourceRow["partner"]): ReadRow {
      if (partner === null || of === undefined) return read;
      const { externalId, fault } = of;
      idOf.set(read.number, externalId);
      if (fault !== null) return { ...read, wrong: { field: null, message: fault, suggestions: [] } };
      if (read.wrong !== null) return read;
      const key = rowNameKey(read);
      const before = first.get(externalId);
      if (before === undefined) first.set(externalId, { number: read.number, key });
      if (before === undefined || before.key === key) return read;
      const message = `Row ${before.number} is another person with the same ${partner.name} ID. Correct it at ${partner.name}.`;
      return { ...read, wrong: { field: null, message, suggestions: [] } };
    },
  };
}
export type PartnerPeople = ReturnType<typeof openPartnerPeople>;

/**
 * Judges rows by the ids that their people have at the partner: a known id is the person, whatever else changed; another name
 * under it, or another id of the same person, is for somebody to decide.
 *
 * @returns null for the rows of a file.
 */
export async function partnerFates(
  call: Call,
  rows: readonly ReadBeside[],
  beside: {
    partner: ImportPartner | null;
    repeated: Repetitions;
    people?: PartnerPeople;
    seen(read: ReadRow): Parameters<typeof fateOf>[1];
  },
): Promise<Map<number, Fated> | null> {
  const { partner, repeated } = beside;
  if (partner === null) return null;
  const good = rows.filter(({ read, externalId }) => read.wrong === null && externalId !== null);
  const named = new Map(good.map(({ read }) => [read.number, fateOf(read, beside.seen(read))]));
  const { byId, idsOf } = await idsKnownTo(call, partner, {
    externalIds: good.map(({ externalId }) => externalId as string),
    profileIds: [...named.values()].flatMap((one) => one.profileId ?? []),
  });
  const owners = [...byId.values()].map((one) => one.profileId);
  const places = await placesHeld(call, owners);
  const access = await seenAt(call, [...owners, ...idsOf.keys()]);
  const nobody = { profileId: null, field: null, message: "", twin: null };
  const question = (profileId: string, reasons: Like["reasons"], otherwise: string): Fated => {
    const profileLevelAccessId = access.get(profileId);
    if (profileLevelAccessId === undefined) return { ...nobody, fate: "error", message: otherwise };
    return { ...nobody, fate: "alike", like: { profileId, profileLevelAccessId, reasons } };
  };
  const fates = new Map<number, Fated>();
  for (const { read, externalId } of good) {
    const owner = byId.get(externalId ?? "");
    if (owner) {
      const message = `The ${partner.name} ID ${externalId} belongs to someone else, who has no membership now.`;
      if (rowNameKey(owner) !== rowNameKey(read))
        fates.set(read.number, question(owner.profileId, ["sameId"], message));
      else {
        const { profileId } = owner;
        const there = places.has(`${profileId} ${read.levelId} ${read.labelId}`);
        fates.set(read.number, { ...nobody, fate: there ? "present" : "join", profileId });
      }
      continue;
    }
    const profileId = named.get(read.number)?.profileId ?? null;
    const others = profileId === null ? undefined : idsOf.get(profileId);
    if (profileId !== null && others && !others.has(externalId ?? "")) {
      fates.set(
        read.number,
        question(profileId, ["sameName", "otherId"], "This person has another ID at the partner."),
      );
      continue;
    }
    const twin = repeated.duplicateOf.get(read.number) ?? repeated.samePersonAs.get(read.number);
    const twinsId = beside.people?.idOf.get(twin ?? 0);
    if (twin !== undefined && twinsId !== undefined && twinsId !== externalId) {
      const message = `This looks like the person in row ${twin}, who has another ${partner.name} ID. After row ${twin} is imported, sync again to decide.`;
      fates.set(read.number, { ...nobody, fate: "error", message });
    }
  }
  return fates;
}

/** Where people are, as texts to look up. */
async function placesHeld(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const rows = await call.db
    .select({
      profileId: profileLevelAccess.profileId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
    })
    .from(profileLevelAccess)
    .where(
      and(ours(profileLevelAccess, call), sql`${profileLevelAccess.profileId} = ANY(${sql.param(profileIds)}::uuid[])`),
    )
    .limit(100_000);
  return new Set(rows.map((one) => `${one.profileId} ${one.levelId} ${one.labelId}`));
}

type StoredRow = typeof rosterImportRow.$inferSelect;

/** Tells, while rows are written, who they are by their ids at the partner; null for the rows of a file. */
export async function partnerPeopleOf(
  call: Call,
  { partner }: ImportRecord,
  rows: readonly StoredRow[],
  namesakes: readonly string[],
) {
  if (partner === null) return null;
  const { byId, idsOf } = await idsKnownTo(call, partner, {
    externalIds: rows.flatMap((one) => one.externalId ?? []),
    profileIds: namesakes,
  });
  const held = new Map([...idsOf].map(([profileId, ids]) => [profileId, new Set(ids)]));
  return {
    /** @returns the person; a sentence why that can't be decided anymore; or undefined if names and answers decide. */
    find(
      row: StoredRow,
      named: { profileId: string | null },
    ): { fate: ImportRowResult; profileId: string | null } | string | undefined {
      const { externalId, answer, likeProfileId } = row;
      if (externalId === null) return undefined;
      const owner = byId.get(externalId);
      if (owner && !(answer === "add" && likeProfileId === owner.profileId)) {
        const isOwner = answer === "same" ? likeProfileId === owner.profileId : rowNameKey(owner) === rowNameKey(row);
        if (isOwner) return { fate: "join", profileId: owner.profileId };
        return answer === "same"
          ? undefined
          : `Someone else has the ${partner.name} ID ${externalId} by now. Sync again to decide who it is.`;
      }
      if (owner || answer !== null || named.profileId === null) return undefined;
      const others = held.get(named.profileId);
      return others === undefined || others.has(externalId)
        ? undefined
        : `This looks like someone with another ${partner.name} ID. Sync again to decide whether they are the same person.`;
    },
    /** Remembers who a row was, so that the next row with this id is theirs. */
    add({ externalId, firstName, lastName }: StoredRow, profileId: string): void {
      if (externalId === null) return;
      if (!byId.has(externalId)) byId.set(externalId, { profileId, firstName, lastName });
      held.set(profileId, (held.get(profileId) ?? new Set()).add(externalId));
    },
  };
}

/** Records by which ids the partner knows the people of rows that were just written. */
export async function recordExternalIds(
  call: Call,
  { partner }: ImportRecord,
  rows: readonly StoredRow[],
  outcomes: readonly RowOutcome[],
): Promise<void> {
  if (partner === null) return;
  const people = outcomes.flatMap(({ fate, profileId }, at) => {
    const externalId = rows[at]?.externalId ?? null;
    return fate === "error" || profileId === null || externalId === null ? [] : [{ externalId, profileId }];
  });
  await knowPeopleAs(call, partner, people);
}

const atOnce = 2_000;

/** Records by which ids the partner knows the people who were there already. */
export async function recordPresentIds(call: Call, { partner, rosterImportId }: ImportRecord): Promise<void> {
  if (partner === null) return;
  let after = 0;
  for (;;) {
    const rows = await call.db
      .select({
        number: rosterImportRow.number,
        externalId: rosterImportRow.externalId,
        profileId: rosterImportRow.profileId,
      })
      .from(rosterImportRow)
      .where(
        and(
          ours(rosterImportRow, call),
          eq(rosterImportRow.rosterImportId, rosterImportId),
          eq(rosterImportRow.fate, "present"),
          isNotNull(rosterImportRow.profileId),
          isNotNull(rosterImportRow.externalId),
          gt(rosterImportRow.number, after),
        ),
      )
      .orderBy(asc(rosterImportRow.number))
      .limit(atOnce);
    const people = rows.map((one) => ({ externalId: one.externalId ?? "", profileId: one.profileId ?? "" }));
    await knowPeopleAs(call, partner, people);
    after = rows.at(-1)?.number ?? after;
    if (rows.length < atOnce) return;
  }
}
