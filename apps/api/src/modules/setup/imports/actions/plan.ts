import type { ImportRowResult } from "@touchline/contract/setup/imports";
import { adultAge, ageOn, fateOf } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { label } from "../../../../schema/library.ts";
import type { JudgedGuardian, rosterImportRow } from "../../../../schema/setup.ts";
import { type Guarding, organizationToday } from "../../../joining/index.ts";
import { listLabels } from "../../../library/index.ts";
import type { BulkMembership, BulkProfile } from "../../../people/index.ts";
import type { ImportRecord } from "../queries.ts";
import { namesakesOf, presOf, refusals } from "./context.ts";
import { adultsWith, alreadyHere, guardianAmong, mailKey } from "./guardians.ts";
import { createdLevels } from "./levels.ts";
import { partnerPeopleOf } from "./partner.ts";
import { sameNow } from "./similar-people.ts";

/** The result of a row. */
export type RowOutcome = {
  number: number;
  guardians: JudgedGuardian[] | null;
  fate: ImportRowResult;
  message: string;
  profileId: string | null;
  profileLevelAccessId: string | null;
};

/** A guardianship that a row creates, with the row and the guardian's place in it. */
export type GuardianLink = Guarding & { number: number; which: number };

/** What the rows create: people, memberships, guardianships, and a result for each row. */
export async function planRows(call: Call, row: ImportRecord, rows: readonly (typeof rosterImportRow.$inferSelect)[]) {
  const refusal = refusals(call);
  const created = await createdLevels(call, row.mapping);
  const levelIdOf = (one: (typeof rows)[number]) => one.levelId ?? created.get(one.newLevel ?? "") ?? null;
  const pres = await presOf(call, [...new Set(rows.flatMap((one) => levelIdOf(one) ?? []))]);
  const labels = new Map((await listLabels(call)).map((one) => [one.labelId, one]));
  const known = await namesakesOf(call, rows);
  const same = await sameNow(
    call,
    rows.flatMap((one) => (one.answer === "same" && one.likeProfileId ? [one.likeProfileId] : [])),
  );
  const partner = await partnerPeopleOf(
    call,
    row,
    rows,
    [...known.values()].flat().map((one) => one.profileId),
  );
  const family = await openFamily(call, { rows, refusal });
  const people: BulkProfile[] = [];
  const phones: { profileId: string; phone: string }[] = [];
  const memberships: BulkMembership[] = [];
  /** Remembers a new person, so that the next row with this name is theirs. */
  const added = (person: BulkProfile, held: { levelId: string; labelId: string }[]) => {
    const { profileId, firstName, lastName, email, dateOfBirth } = person;
    const sortName = sortNameOf(firstName, lastName);
    const now = { profileId, firstName, lastName, email, dateOfBirth, memberships: held, seen: true };
    known.set(sortName, [...(known.get(sortName) ?? []).filter((one) => one.profileId !== profileId), now]);
  };
  const create = (person: Pick<BulkProfile, "firstName" | "lastName" | "email" | "dateOfBirth">): BulkProfile => {
    // People added by an administrator needn't confirm an address.
    const account = { appUserId: null, activatedAt: null, confirmedAt: call.now };
    const { firstName, lastName, email, dateOfBirth } = person;
    const one = { profileId: newId(), firstName, lastName, email, dateOfBirth, ...account };
    people.push(one);
    return one;
  };
  const outcomes = rows.map((one): RowOutcome => {
    const { number, firstName, lastName, labelId, guardians } = one;
    const levelId = levelIdOf(one);
    const nobody = { number, guardians, profileId: null, profileLevelAccessId: null };
    const [pre, labelRow] = [pres.get(levelId ?? ""), labels.get(labelId ?? "")];
    const refused =
      pre === undefined || labelRow === undefined || levelId === null || labelId === null
        ? "The level or the role is no longer there. Check the rows again."
        : refusal(pre, labelRow.role, labelRow.givenBy);
    if (refused !== null || pre === undefined || levelId === null || labelId === null) {
      return { ...nobody, fate: "error", message: refused ?? "" };
    }
    const namesakes = known.get(sortNameOf(firstName, lastName)) ?? [];
    // Who was answered to be somebody else may be whom an earlier row added, but not the person whom the row resembles.
    const possible = namesakes.filter((person) => one.answer !== "add" || person.profileId !== one.likeProfileId);
    const named = fateOf({ ...one, levelId }, possible);
    const ofPartner = partner?.find(one, named);
    if (typeof ofPartner === "string") return { ...nobody, fate: "error", message: ofPartner };
    const { fate, profileId: found } =
      ofPartner ??
      (one.answer === "same" ? { fate: "join" as const, profileId: same.get(one.likeProfileId ?? "") ?? null } : named);
    if (one.answer === "same" && found === null) {
      const message = "The person matched to this row no longer exists. Check the rows again.";
      return { ...nobody, fate: "error", message };
    }
    if (fate === "present") return { ...nobody, fate, message: "", profileId: found };
    const profileLevelAccessId = newId();
    const place = { levelId, labelId };
    if (found !== null) {
      partner?.add(one, found);
      const before = namesakes.find((person) => person.profileId === found);
      if (before)
        known.set(sortNameOf(firstName, lastName), [
          ...namesakes.filter((person) => person !== before),
          { ...before, memberships: [...before.memberships, place], seen: true },
        ]);
      if (one.minor || family.isChild(before?.dateOfBirth ?? null)) family.children.add(found);
      memberships.push({ profileLevelAccessId, profileId: found, ...place });
      const left = guardians?.map((guardian) => ({ ...guardian, fate: "left" as const, message: alreadyHere })) ?? null;
      return { number, guardians: left, fate: one.fate, message: one.message, profileId: found, profileLevelAccessId };
    }
    const person = create(one);
    const { profileId } = person;
    partner?.add(one, profileId);
    added(person, [place]);
    family.known(person);
    if (one.phone !== "") phones.push({ profileId, phone: one.phone });
    memberships.push({ profileLevelAccessId, profileId, ...place });
    if (one.minor) family.children.add(profileId);
    for (const [which, guardian] of (guardians ?? []).entries()) {
      if (!family.isChild(one.dateOfBirth)) break;
      const adult = family.adult(guardian);
      if (adult === null) {
        const beside = family.placeBeside(levelId, pre);
        const newcomer = create({ ...guardian, dateOfBirth: null });
        added(newcomer, beside ? [beside] : []);
        family.known(newcomer);
        if (beside) memberships.push({ profileLevelAccessId: newId(), profileId: newcomer.profileId, ...beside });
        family.guarding.push({ guardianProfileId: newcomer.profileId, childProfileId: profileId, number, which });
      } else family.guarding.push({ guardianProfileId: adult, childProfileId: profileId, number, which });
    }
    return { number, guardians, fate: one.fate, message: one.message, profileId, profileLevelAccessId };
  });
  const { guarding, children } = family;
  return { people, phones, memberships, guarding, children, outcomes };
}

/** Plans the guardianships of rows, one after another. */
async function openFamily(
  call: Call,
  input: {
    rows: readonly (typeof rosterImportRow.$inferSelect)[];
    refusal: ReturnType<typeof refusals>;
  },
) {
  const named = input.rows.flatMap((row) => row.guardians ?? []);
  const adults = await adultsWith(
    call,
    named.map((one) => one.email),
  );
  const wanted = new Set(named.map((one) => mailKey(one.email)));
  const { today } = await organizationToday(call);
  // With several guardian labels, it is unknown which one is meant.
  const [beside, another] = named.length === 0 ? [] : await guardianLabels(call);
  const guarding: GuardianLink[] = [];
  return {
    guarding,
    /** The children, who are never invited. */
    children: new Set<string>(),
    isChild: (born: string | null) => born !== null && ageOn(born, today) < adultAge,
    /** Finds the adult who exists already, or comes with an earlier row. */
    adult: (guardian: JudgedGuardian): string | null =>
      guardianAmong(adults.get(mailKey(guardian.email)) ?? [], guardian)?.profileId ?? null,
    /** Creates the adult whom a row names as guardian by their address. */
    known({ profileId, firstName, lastName, email }: BulkProfile): void {
      if (email === null || !wanted.has(mailKey(email))) return;
      const there = adults.get(mailKey(email)) ?? [];
      adults.set(mailKey(email), [...there, { profileId, firstName, lastName, hasLogin: false, seen: true }]);
    },
    /** Adds a new guardian's membership next to the child, with the organization's guardian label. */
    placeBeside(levelId: string, pre: number): { levelId: string; labelId: string } | null {
      if (!beside || another || input.refusal(pre, beside.role, beside.givenBy) !== null) return null;
      return { levelId, labelId: beside.labelId };
    },
  };
}

/** Returns the guardian labels, at most two, to tell whether there is exactly one. */
const guardianLabels = (call: Call) =>
  call.db
    .select({ labelId: label.labelId, role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(
      and(ours(label, call), eq(label.forFamily, "guardian"), eq(label.role, "Individual"), isNull(label.archivedAt)),
    )
    .limit(2);
