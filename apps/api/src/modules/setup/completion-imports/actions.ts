import { RequirementType, type ResponseOf } from "@touchline/contract";
import {
  type CompletionFate,
  completionImportLimits,
  type importCompletions,
} from "@touchline/contract/setup/completion-imports";
import { type CompletionRow, completionColumns, missingColumns, readCompletion, wordKey } from "@touchline/rules";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { Refusal } from "../../../errors.ts";
import { audit } from "../../../security/audit.ts";
import { authorizeSomewhere, denialText, verdictOn } from "../../../security/authorize.ts";
import {
  type EarlierCompletion,
  type EarlierOutcome,
  judgeEarlierCompletions,
  recordEarlierCompletions,
} from "../../compliance/index.ts";
import { memberTargets, withLocks } from "../../people/index.ts";
import type { Roster } from "../imports/actions/read.ts";
import { owedByAll, peopleMeant, type RequirementOwed } from "./queries.ts";

type Result = ResponseOf<typeof importCompletions>;
type ListedRows = Pick<Roster, "headers" | "rows">;

/**
 * A file of completions is checked like a document upload; each row is judged by its own requirement.
 *
 * @throws Forbidden for people who may mark nothing complete anywhere.
 */
export const authorizeCarryingOver = (call: Call) =>
  authorizeSomewhere(call, "requirements.review", RequirementType.Document);

/** Previews the result of each row of a list of completions. Nothing is written. @throws what `carryOver` throws */
export async function judgeCompletions(call: Call, list: ListedRows): Promise<Result> {
  authorizeCarryingOver(call);
  const rows = rowsOf(list);
  const meant = await completionsMeant(call, rows);
  return resultOf(rows, await settle(call, meant, judgeEarlierCompletions));
}

/**
 * Imports the completions that the actor may mark complete, and gives the reason for each of the others. Importing a list again
 * records nothing twice.
 *
 * @throws Forbidden; 413 (too many rows), 415 (missing columns).
 */
export async function carryOver(unlocked: Call, list: ListedRows): Promise<Result> {
  authorizeCarryingOver(unlocked);
  const rows = rowsOf(list);
  const people = await peopleMeant(unlocked, rows);
  const call = await withLocks(unlocked, {
    people: [...new Set(people.flatMap((some) => (some.length === 1 ? some : [])))],
  });
  // People are read again while they are locked.
  const meant = await completionsMeant(call, rows);
  const result = resultOf(rows, await settle(call, meant, recordEarlierCompletions));
  const facts = { rows: rows.length, recorded: result.fates.record };
  await audit(call, [{ action: "import.completionsRecorded", subjectId: newId(), facts }]);
  return result;
}

/** @throws 413, 415 */
function rowsOf({ headers, rows }: ListedRows): CompletionRow[] {
  const most = completionImportLimits.rows;
  if (rows.length > most) {
    throw new Refusal(
      "tooLarge",
      `This file has more than ${most.toLocaleString("en")} rows. Split it and import the parts.`,
    );
  }
  const columns = completionColumns(headers);
  const missing = missingColumns(columns);
  if (missing !== null) throw new Refusal("unsupportedType", missing);
  return rows.map((row) => readCompletion(columns, row));
}

type Meant = EarlierCompletion | { wrong: string };

const unknown = "No one at your levels matches this row. Check the email, name, and date of birth.";

/** Matches each row to a completion, or says why it can't be recorded. */
async function completionsMeant(call: Call, rows: readonly CompletionRow[]): Promise<Meant[]> {
  const people = await peopleMeant(call, rows);
  const owed = Map.groupBy(await owedByAll(call, people.flat()), (one) => one.profileId);
  const targets = await memberTargets(
    call,
    [...owed.values()].flat().map((one) => one.profileLevelAccessId),
  );
  const targetOf = (one: RequirementOwed) => targets.get(one.profileLevelAccessId);
  return rows.map((row, place): Meant => {
    if (row.wrong !== null) return { wrong: row.wrong };
    const seen = (people[place] ?? []).filter((profileId) =>
      owed.get(profileId)?.some((one) => {
        const target = targetOf(one);
        return target !== undefined && verdictOn(call, "members.see", target).allowed;
      }),
    );
    const [profileId, another] = seen;
    if (profileId === undefined) return { wrong: unknown };
    if (another !== undefined) return { wrong: "Several people match this row. Add their email or date of birth." };
    const wanted = wordKey(row.requirement);
    const named = (owed.get(profileId) ?? []).filter((one) => wordKey(one.name) === wanted);
    const contents = new Set(named.map((one) => one.contentId));
    if (contents.size === 0) return { wrong: "This requirement isn't assigned to this person." };
    if (contents.size > 1) return { wrong: "Two requirements of this person have this name. Rename one of them." };
    const verdicts = named.flatMap((one) => {
      const target = targetOf(one);
      return target ? verdictOn(call, "requirements.review", { ...target, requirementType: one.type }) : [];
    });
    const refused = verdicts.find((one) => !one.allowed);
    if (refused && !refused.allowed && !verdicts.some((one) => one.allowed)) {
      return { wrong: denialText(refused.reason) };
    }
    const { completedOn, validUntil } = row;
    return { profileId, contentId: named[0]?.contentId ?? "", completedOn, validUntil };
  });
}

const texts: Record<EarlierOutcome, string> = {
  recorded: "",
  known: "A completion on this date or later is already on record.",
  notOwed: "This requirement isn't assigned to this person.",
  inHand: "A submission is in review. Decide on it instead.",
  barred: "This person was disqualified for this requirement.",
  future: "The completion date is in the future.",
  noEnd: "Enter the last valid day. It can't be before the completion date.",
  tied: "This is your own requirement, or one of a child you are or were a guardian of. Ask a colleague.",
};

/** Merges the results of the recorded rows with the others. */
async function settle(
  call: Call,
  meant: readonly Meant[],
  decide: (call: Call, completions: readonly EarlierCompletion[]) => Promise<EarlierOutcome[]>,
) {
  const completions = meant.filter((one): one is EarlierCompletion => !("wrong" in one));
  const results = await decide(call, completions);
  const outcomeOf = new Map(completions.map((one, index) => [one, results[index] ?? "notOwed"]));
  return meant.map((one): { fate: CompletionFate; message: string } => {
    if ("wrong" in one) return { fate: "error", message: one.wrong };
    const outcome = outcomeOf.get(one) ?? "notOwed";
    const fate = outcome === "recorded" ? "record" : outcome === "known" ? "known" : "error";
    return { fate, message: texts[outcome] };
  });
}

function resultOf(
  rows: readonly CompletionRow[],
  outcomes: readonly { fate: CompletionFate; message: string }[],
): Result {
  const counted = (fate: CompletionFate) => outcomes.filter((one) => one.fate === fate).length;
  return {
    rows: rows.length,
    fates: { record: counted("record"), known: counted("known"), error: counted("error") },
    data: rows.map((row, index) => ({
      number: row.number,
      name: `${row.firstName} ${row.lastName}`.trim() || row.email,
      requirement: row.requirement,
      completedOn: row.completedOn,
      ...(outcomes[index] ?? { fate: "error" as const, message: "" }),
    })),
  };
}
