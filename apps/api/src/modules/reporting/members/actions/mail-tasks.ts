import { dayOf } from "@touchline/rules";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { guardiansOfMembers, type InvitationOutcome, resendTo } from "../../../joining/index.ts";
import { type Mailed, mailMessage, mailReminders } from "../../../messages/index.ts";
import { type MemberTarget, memberTargets, namesOf, withLocks } from "../../../people/index.ts";
import { defineTask, type ItemOutcome, type TaskItem } from "../../../tasks/index.ts";
import { inEach, reminderKey } from "../../reminders/actions/reminder-round.ts";
import { openRequirements } from "../../reminders/queries/open.ts";
import { namesOfItems } from "../queries/items.ts";

/**
 * @param others people to be locked with the members.
 * @returns each item with its member, as far as the actor may write to them; the others with the reason why not.
 */
async function writtenTo(unlocked: Call, items: readonly TaskItem[], others: readonly string[] = []) {
  const ids = items.map((item) => item.subjectId);
  const call = await withLocks(unlocked, { peopleOf: ids, people: others });
  const targets = await memberTargets(call, ids);
  const skipped: ItemOutcome[] = [];
  const allowed: { number: number; target: MemberTarget }[] = [];
  for (const { number, subjectId } of items) {
    const target = targets.get(subjectId);
    const verdict = target && verdictOn(call, "members.add", { levelPre: target.levelPre });
    if (target && verdict?.allowed) allowed.push({ number, target });
    else {
      const reason = verdict && !verdict.allowed ? denialText(verdict.reason) : "This membership no longer exists.";
      skipped.push({ number, outcome: "skipped", reason });
    }
  }
  return { skipped, allowed };
}

const resent: Record<InvitationOutcome, string | null> = {
  sent: null,
  activated: "Already has an account.",
  noEmail: "Has no email address.",
  justSent: "Was sent a link less than a minute ago.",
  invited: "Was sent a link that still works.",
  left: "Has left.",
  minor: "Is under 18. Add a guardian to invite.",
  guardianSent: null,
  guardianInvited: "A guardian was sent a link less than a minute ago.",
  guardianActivated: "Is under 18, and a guardian already has an account.",
};

/** Sends new invitations that replace earlier ones; for minors those of their guardians. */
export const resendActivationTask = defineTask({
  kind: "members.resendActivation",
  step: async (call, _task, items) => {
    const guardians = await guardiansOfMembers(
      call,
      items.map((item) => item.subjectId),
    );
    const { skipped, allowed } = await writtenTo(call, items, guardians);
    const came = await resendTo(
      call,
      allowed.map(({ target }) => target.profileId),
    );
    return [
      ...skipped,
      ...allowed.map(({ number, target }) => outcome(number, resent[came.get(target.profileId) ?? "left"])),
    ];
  },
  names: namesOfItems,
});

const mailed: Record<Mailed, string | null> = {
  mailed: null,
  noAddress: "Has no email address.",
  inactive: "Hasn't activated the account yet. Send the invitation again.",
  already: "Was already reminded today or turned off reminders.",
};

const outcome = (number: number, reason: string | null): ItemOutcome =>
  reason === null ? { number, outcome: "done" } : { number, outcome: "skipped", reason };

/** Reminds members of their open requirements. */
export const remindTask = defineTask({
  kind: "members.remind",
  step: async (call, _task, items) => {
    const { skipped, allowed } = await writtenTo(call, items);
    const came = (target: MemberTarget) => target.overallStatus !== "NotActivated";
    const { timeZone: zone } = await organizationFacts(call);
    const open = await openOf(
      call,
      allowed.filter(({ target }) => came(target)).map(({ target }) => target),
      zone,
    );
    const today = dayOf(call.now.getTime(), zone);
    const sent = await mailReminders(call, open, (profileId) => reminderKey(profileId, today));
    return [
      ...skipped,
      ...allowed.map(({ number, target }) => {
        if (!came(target)) return outcome(number, mailed.inactive);
        if (!open.has(target.profileId)) return outcome(number, "Has nothing to do right now.");
        return outcome(number, mailed[sent.get(target.profileId) ?? "noAddress"]);
      }),
    ];
  },
  names: namesOfItems,
});

/** Lists open requirements by profile; people without any are left out. */
async function openOf(call: Call, targets: readonly MemberTarget[], zone: string) {
  const open = await openRequirements(call, [...new Set(targets.map((one) => one.profileId))], zone);
  const named = open.map(({ profileId, name, status, dueAt, spared }) => ({
    profileId,
    requirement: name,
    status,
    spared,
    due: dueAt === null ? null : inEach(dueAt, zone),
  }));
  return Map.groupBy(named, (one) => one.profileId);
}

/** The encryption context of a message's text while it is pending. */
export const messagePlace = (call: Pick<Call, "organizationId">, taskId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "task",
  column: "sealed_text",
  id: taskId,
});

/** Returns the actor's name, as the sender of a message. */
export async function ownName(call: Call): Promise<string> {
  const profileId = actingProfile(call) as string;
  return (await namesOf(call, [profileId])).get(profileId) ?? "";
}

/** Sends a written message to members. */
export const messageTask = defineTask({
  kind: "members.message",
  step: async (call, { taskId, sealedText }, items) => {
    const { skipped, allowed } = await writtenTo(call, items);
    const opened = call.adapters.vault.open(
      (await organizationFacts(call)).wrappedKey,
      messagePlace(call, taskId),
      sealedText as Buffer,
    );
    const { subject, text } = JSON.parse(opened) as { subject: string; text: string };
    const profileIds = [...new Set(allowed.map(({ target }) => target.profileId))];
    const sent = await mailMessage(call, profileIds, { key: taskId, subject, text, sender: await ownName(call) });
    return [
      ...skipped,
      ...allowed.map(({ number, target }) => outcome(number, mailed[sent.get(target.profileId) ?? "noAddress"])),
    ];
  },
  names: namesOfItems,
});
