import { type ContentAction, contentActions } from "@touchline/contract";
import { type ContentRefusal, type ContentVerdict, contentVerdicts, denialReasons, type MayAt } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict, forbidden } from "../../../../errors.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { assignmentsOf } from "../queries/assignments.ts";
import type { contentOrArchived } from "../queries/content-by-id.ts";

type Row = Awaited<ReturnType<typeof contentOrArchived>>;

/** Reasons for refusals that aren't in the permission table. */
const refusals: Record<Exclude<ContentRefusal, (typeof denialReasons)[number]>, string> = {
  archived: "This requirement is archived. Restore it first.",
  notArchived: "This requirement isn't archived.",
  noVersion: "Save the settings first, then assign the requirement.",
  noUpdate: "This requirement already matches its template.",
  assignedBeyond: "This requirement is assigned at levels you don't manage. Ask an administrator of your organization.",
};
const ofTable = (reason: ContentRefusal) => denialReasons.find((one) => one === reason);
const textOf = (reason: ContentRefusal) => {
  const denial = ofTable(reason);
  return denial ? denialText(denial) : refusals[reason as keyof typeof refusals];
};

/** Returns every action on a content with its verdict, by the one function that the page and the server use. */
async function verdictsOn(call: Call, row: Row): Promise<Record<ContentAction, ContentVerdict>> {
  const assigned = await assignmentsOf(call, row.contentId);
  const may: MayAt = (action, levelPre) => {
    if (levelPre !== null || call.actor.kind === "system") return verdictOn(call, action, { levelPre: levelPre ?? 0 });
    const verdicts = call.actor.grants.map(({ pre }) => verdictOn(call, action, { levelPre: pre }));
    return verdicts.find((one) => one.allowed) ?? verdicts[0] ?? { allowed: false, reason: "role" };
  };
  const { levelPre, archivedAt, currentVersionId, origin } = row;
  const facts = {
    levelPre,
    assignedPres: assigned.map((one) => one.levelPre),
    archived: archivedAt !== null,
    hasSettings: currentVersionId !== null,
    updateAvailable: origin !== null && !origin.retired && origin.newest > origin.version,
  };
  return contentVerdicts(facts, may);
}

/** Returns what the actor may do with a content, and why not the rest, as in the response. */
export async function permittedOf(call: Call, row: Row) {
  const verdicts = await verdictsOn(call, row);
  const refused = contentActions.flatMap((action) => {
    const verdict = verdicts[action];
    return verdict.allowed ? [] : [[action, textOf(verdict.reason)] as const];
  });
  return {
    permittedActions: contentActions.filter((action) => verdicts[action].allowed),
    refusals: Object.fromEntries(refused),
  };
}

/** @throws Forbidden by the permission table; Conflict if the state prevents it. */
export async function permit(call: Call, row: Row, action: ContentAction): Promise<void> {
  const verdict = (await verdictsOn(call, row))[action];
  if (verdict.allowed) return;
  const { reason } = verdict;
  if (ofTable(reason) || reason === "assignedBeyond") throw forbidden(textOf(reason), reason);
  throw conflict(textOf(reason), reason);
}
