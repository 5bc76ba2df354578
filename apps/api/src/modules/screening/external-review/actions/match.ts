import type {
  ExternalOutcome,
  ExternalReviewer,
  ExternalRowResult,
} from "@touchline/contract/screening/external-review";
import type { ExternalRow } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { checksOf, checksOfPeople, type ExternalCheck, reviewerNames } from "../queries/checks.ts";
import { type MatchedBy, type NamedPeople, nameAndBirth, peopleNamed } from "../queries/people.ts";
import { isUnderWay, type JudgingFacts, judgeResult, judgingFacts, seesPerson } from "./judge.ts";

/** The result of a row, and the person it refers to, as far as the actor may see them. */
export type RowVerdict = {
  row: ExternalRow;
  fate: ExternalRowResult;
  message: string;
  outcome: ExternalOutcome | null;
  requirementId: string | null;
  match: { by: MatchedBy; name: string; dateOfBirth: string | null; levelName: string; requirementName: string } | null;
};

type Found = { check: ExternalCheck; by: MatchedBy } | { wrong: string };
type Known = { named: NamedPeople; ofRequirement: Map<string, ExternalCheck>; ofPerson: Map<string, ExternalCheck[]> };

/** Previews the result of each row of a file. Nothing is written. */
export async function judgeRows(
  call: Call,
  rows: readonly ExternalRow[],
  reviewer: ExternalReviewer,
): Promise<RowVerdict[]> {
  const readable = rows.filter((row) => row.wrong === null);
  const named = await peopleNamed(call, readable);
  const [byReference, ofPeople] = await Promise.all([
    checksOf(call, [...named.requirements.values()]),
    checksOfPeople(call, [...named.people.keys()]),
  ]);
  const all = [...new Map([...byReference, ...ofPeople].map((one) => [one.requirementId, one])).values()];
  const facts = { ...(await judgingFacts(call, all)), reviewer };
  const seen = all.filter((one) => seesPerson(call, one, facts));
  const known: Known = {
    named,
    ofRequirement: new Map(seen.map((one) => [one.requirementId, one])),
    ofPerson: Map.groupBy(seen, (one) => one.profileId),
  };
  const verdicts = rows.map((row) => verdictOf(call, row, known, facts));
  return withoutRepeats(verdicts);
}

function verdictOf(
  call: Call,
  row: ExternalRow,
  known: Known,
  facts: JudgingFacts & { reviewer: ExternalReviewer },
): RowVerdict {
  const outcome = row.word === "waiting" ? null : row.word;
  const unmatched = { row, outcome, requirementId: null, match: null };
  if (row.wrong !== null) return { ...unmatched, fate: "error", message: row.wrong };
  const found = meant(row, known, facts.reviewer);
  if ("wrong" in found) return { ...unmatched, fate: "error", message: found.wrong };
  const { check, by } = found;
  const target = facts.targets.get(check.profileLevelAccessId);
  const match = target
    ? {
        by,
        name: `${target.firstName} ${target.lastName}`.trim(),
        dateOfBirth: target.dateOfBirth,
        levelName: target.levelName,
        requirementName: check.requirementName,
      }
    : null;
  const of = { ...unmatched, match, requirementId: check.requirementId };
  if (outcome === null || row.resultOn === null) {
    return { ...of, fate: "waiting", message: "There's no result yet. Nothing changes." };
  }
  const refusal = judgeResult(call, check, { outcome, resultOn: row.resultOn, validUntil: row.validUntil }, facts);
  return { ...of, fate: refusal?.fate ?? "record", message: refusal?.message ?? "" };
}

/** Which background check a row means, or why it means none. */
function meant(row: ExternalRow, known: Known, reviewer: ExternalReviewer): Found {
  if (row.reference !== null) {
    const check = known.ofRequirement.get(known.named.requirements.get(row.reference) ?? "");
    if (!check) return { wrong: "No submission at your levels has this reference." };
    const differs = differsFrom(row, known, check.profileId);
    return differs === null
      ? { check, by: "reference" }
      : { wrong: `The reference belongs to someone with another ${differs}.` };
  }
  const by: MatchedBy = row.externalId !== "" ? "externalId" : "nameAndBirth";
  const people =
    by === "externalId"
      ? known.named.byExternalId.get(row.externalId)
      : known.named.byNameAndBirth.get(nameAndBirth(row.firstName, row.lastName, row.dateOfBirth ?? ""));
  const seen = (people ?? []).filter(({ profileId }) => known.ofPerson.has(profileId));
  const [person, another] = seen;
  if (!person) return { wrong: unknown[by] };
  if (another) return { wrong: "Several people match this row. Add the reference from the exported file." };
  const differs = differsFrom(row, known, person.profileId);
  if (differs !== null) return { wrong: `The external ID belongs to someone with another ${differs}.` };
  const fitting = fittingOf(known.ofPerson.get(person.profileId) ?? [], reviewer);
  const [check, other] = fitting;
  if (!check) return { wrong: `This person has no background check that waits for ${reviewerNames[reviewer]}.` };
  return other
    ? { wrong: "Two background checks of this person fit this row. Add the reference from the exported file." }
    : { check, by };
}

const unknown: Record<Exclude<MatchedBy, "reference">, string> = {
  externalId: "No one at your levels has a background check and this external ID.",
  nameAndBirth: "No one at your levels who needs a background check has this name and date of birth.",
};

/** Lists the background checks that a row without a reference may refer to; those that wait come first. */
function fittingOf(checks: readonly ExternalCheck[], reviewer: ExternalReviewer): readonly ExternalCheck[] {
  const theirs = checks.filter((one) => one.wait !== null && one.reviewer === reviewer);
  const waiting = theirs.filter((one) => isUnderWay(one) && one.state !== "draft");
  if (waiting.length > 0) return waiting;
  return theirs.length > 0 ? theirs : checks.filter((one) => one.results.length > 0);
}

/** Returns the field of a row that doesn't match the person; null if all match. */
function differsFrom(row: ExternalRow, { named }: Known, profileId: string): "name" | "date of birth" | null {
  const person = named.people.get(profileId);
  const hasName = row.firstName !== "" && row.lastName !== "";
  if (hasName && person?.sortName !== sortNameOf(row.firstName, row.lastName)) return "name";
  return row.dateOfBirth !== null && person?.dateOfBirth !== row.dateOfBirth ? "date of birth" : null;
}

/** Records the first of several rows about one background check; where they say different things, none. */
function withoutRepeats(verdicts: readonly RowVerdict[]): RowVerdict[] {
  const saying = Map.groupBy(
    verdicts.filter((one) => one.fate === "record"),
    (one) => one.requirementId,
  );
  return verdicts.map((one) => {
    const alike = one.fate === "record" ? (saying.get(one.requirementId) ?? []) : [];
    if (alike.length < 2) return one;
    const words = ({ outcome, row }: RowVerdict) => `${outcome} ${row.resultOn} ${row.validUntil}`;
    if (alike.some((other) => words(other) !== words(one))) {
      const numbers = alike.map(({ row }) => row.number).join(", ");
      return {
        ...one,
        fate: "error",
        message: `Rows ${numbers} say different things about this background check. Keep one.`,
      };
    }
    return alike[0] === one
      ? one
      : { ...one, fate: "known", message: `Row ${alike[0]?.row.number} says the same already.` };
  });
}
