import type { BodyOf } from "@touchline/contract";
import type { MemberColumn, startMemberTask } from "@touchline/contract/reporting/members";
import type { DenialReason, PermissionAction, PermissionTarget } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { forbidden, invalid, notFound } from "../../../../errors.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { contentById } from "../../../library/index.ts";
import { type Message, messagePreview } from "../../../messages/index.ts";
import { labelFacts, levelById } from "../../../people/index.ts";
import { isDecreeable, reviewTenantFacts } from "../../../reviews/index.ts";
import { type DefinedTask, startTask } from "../../../tasks/index.ts";
import { chosenBelow } from "../queries/selection.ts";
import { changeLabelTask, moveTask, removeTask } from "./change-tasks.ts";
import { awaitExport, exportTask } from "./export-task.ts";
import { extendTask } from "./extend-task.ts";
import { messagePlace, messageTask, ownName, remindTask, resendActivationTask } from "./mail-tasks.ts";

/** Every kind of bulk action on members. */
export const memberTasks = [
  resendActivationTask,
  remindTask,
  messageTask,
  changeLabelTask,
  moveTask,
  removeTask,
  extendTask,
  exportTask,
] as const satisfies readonly DefinedTask[];

type Started = BodyOf<typeof startMemberTask>;
type BulkAct = Started["act"];

const needed: Record<BulkAct["kind"], PermissionAction> = {
  "members.resendActivation": "members.add",
  "members.remind": "members.add",
  "members.message": "members.add",
  "members.changeLabel": "memberships.change",
  "members.move": "memberships.change",
  "members.remove": "memberships.change",
  "members.extend": "requirements.review",
  "members.export": "members.see",
};

/** Reasons that are the same for every member; those that depend on the member are checked for each. */
const hopeless: ReadonlySet<DenialReason> = new Set(["role", "aboveOwnRole", "onlyAccountManager"]);

/**
 * Starts a bulk action on members. The selection is fixed now; permission is checked for each member when the action runs.
 *
 * @throws NotFound (the level, the label), Forbidden; 400 if no one or too many are selected.
 */
export async function startForMembers(call: Call, input: { levelId: string } & Started): Promise<{ taskId: string }> {
  const { levelId, selection, act } = input;
  const at = await levelById(call, levelId);
  const subjects = await chosenBelow(call, levelId, selection);
  await refuseHopeless(call, act, { levelPre: at.pre });
  if (subjects.length === 0) throw invalid("selection", "No one is selected anymore. Check the list again.");
  const taskId = newId();
  const kind = memberTasks.find((one) => one.kind === act.kind) as DefinedTask;
  const words = wordsOf(act);
  const sealedText =
    words === null
      ? null
      : call.adapters.vault.seal((await organizationFacts(call)).wrappedKey, messagePlace(call, taskId), words);
  await startTask(call, kind, { taskId, settings: settingsOf(act), subjects, ...(sealedText ? { sealedText } : {}) });
  if (act.kind === "members.export") await awaitExport(call, taskId, act.format);
  return { taskId };
}

async function refuseHopeless(call: Call, act: BulkAct, at: PermissionTarget): Promise<void> {
  const target = { ...at };
  if (act.kind === "members.changeLabel") {
    const named = (await labelFacts(call, [act.labelId])).get(act.labelId);
    if (!named) throw notFound("role");
    target.roles = [named.role];
    target.givers = [named.givenBy];
  } else if (needed[act.kind] === "memberships.change") target.roles = ["Individual"];
  if (act.kind === "members.extend") await refuseDecree(call, act, target);
  refuse(call, needed[act.kind], target, hopeless);
  if (act.kind === "members.move") {
    const { pre } = await levelById(call, act.levelId);
    refuse(call, needed[act.kind], { levelPre: pre, roles: ["Individual"] }, new Set([...hopeless, "outOfReach"]));
  }
}

/** @throws NotFound (the content), 400 (the day has passed) */
async function refuseDecree(call: Call, act: { contentId: string; validUntil: string }, target: PermissionTarget) {
  target.requirementType = (await contentById(call, act.contentId)).type;
  if (!isDecreeable(call, act.validUntil, (await reviewTenantFacts(call)).zone)) {
    throw invalid("act.validUntil", "This date is in the past. Choose a later one.");
  }
}

function refuse(
  call: Call,
  action: PermissionAction,
  target: PermissionTarget,
  reasons: ReadonlySet<DenialReason>,
): void {
  const verdict = verdictOn(call, action, target);
  if (!verdict.allowed && reasons.has(verdict.reason)) throw forbidden(denialText(verdict.reason), verdict.reason);
}

/** Returns ids and choices only: typed text is encrypted. */
function settingsOf(act: BulkAct): Record<string, string | MemberColumn[]> {
  switch (act.kind) {
    case "members.changeLabel":
      return { labelId: act.labelId };
    case "members.move":
      return { levelId: act.levelId };
    case "members.extend":
      return { contentId: act.contentId, validUntil: act.validUntil };
    case "members.export":
      return { format: act.format, columns: act.columns };
    default:
      return {};
  }
}

/** Returns the typed text; null if there is none. */
function wordsOf(act: BulkAct): string | null {
  if (act.kind === "members.message") return JSON.stringify({ subject: act.subject, text: act.text });
  return act.kind === "members.extend" ? act.reason : null;
}

/** Previews a message. @throws NotFound, Forbidden */
export async function previewMessage(call: Call, input: { levelId: string } & Omit<Message, "sender">) {
  const { levelId, subject, text } = input;
  refuse(call, "members.add", { levelPre: (await levelById(call, levelId)).pre }, new Set([...hopeless, "outOfReach"]));
  return messagePreview(call, { subject, text, sender: await ownName(call) });
}
