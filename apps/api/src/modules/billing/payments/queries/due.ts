import { RequirementType } from "@touchline/contract";
import type { DueItem } from "@touchline/contract/billing/individual-payments";
import type { Call } from "../../../../call.ts";
import { Refusal } from "../../../../errors.ts";
import {
  authorizeSight,
  type MemberTarget,
  membershipsOf,
  memberTargets,
  peopleActedFor,
} from "../../../people/index.ts";
import {
  feeFrom,
  priceIn,
  readFees,
  readOwedOn,
  requirementShown,
  requirementsOf,
} from "../../../requirements/index.ts";
import { readyChecks } from "../../../screening/index.ts";

/** Requirements in one call at most. */
const mostDue = 200;

/** What somebody owes, with the requirement as it was read. */
export type Due = DueItem & { target: MemberTarget; read: Parameters<typeof requirementShown>[3] };

/** Lists what memberships must pay for, in three statements, however many they are. */
export async function dueOf(call: Call, targets: readonly MemberTarget[]): Promise<Due[]> {
  if (targets.length === 0) return [];
  const readOf = await readOwedOn(
    call,
    targets.map((one) => one.profileLevelAccessId),
  );
  const priced = targets.flatMap((target) => {
    const read = readOf(target.profileLevelAccessId);
    return requirementsOf(call, target, read).requirements.flatMap((listed) => {
      const requirement = read.requirements.get(listed.requirementId) ?? null;
      const settings = requirement?.content.settings;
      const isPriced = settings !== undefined && listed.payer === "Individual" && priceIn(settings) > 0;
      return isPriced && listed.actions.includes("begin")
        ? [{ target, listed, settings, read: { standing: read.standing, requirement } }]
        : [];
    });
  });
  const seen = new Set<string>();
  const once = priced.filter(({ listed }) => !seen.has(listed.requirementId) && seen.add(listed.requirementId));
  const fees = await readFees(call, [...seen]);
  return once.slice(0, mostDue).flatMap(({ target, listed, settings, read }) => {
    const { requirementId } = listed;
    const { amount, ...fee } = feeFrom({ payer: "Individual", settings }, fees.get(requirementId));
    if (amount === 0) return [];
    return {
      ...{ target, read, requirementId, amount, ...fee },
      profileLevelAccessId: target.profileLevelAccessId,
      profileId: target.profileId,
      personName: `${target.firstName} ${target.lastName}`,
      name: listed.name,
      type: listed.type,
      refusal: fee.paymentId === null ? null : paymentInProgress,
    };
  });
}

const paymentInProgress = { reason: "paymentUnderWay", text: "A payment for this is under way." };

/**
 * Adds why background checks can't be started now, such as missing consents: they aren't paid for before. In two statements, however
 * many they are.
 */
export async function withRefusals(call: Call, items: readonly Due[]): Promise<Due[]> {
  const ready = await readyOf(call, items);
  return items.map((item) => {
    const found = item.refusal === null ? ready.get(item.requirementId) : undefined;
    if (!(found instanceof Refusal)) return item;
    return { ...item, refusal: { reason: found.reason ?? found.code, text: found.message } };
  });
}

/** Finds out which of the background checks can be ordered now, by requirement. */
export function readyOf(call: Call, items: readonly Due[]): ReturnType<typeof readyChecks> {
  const checks = items.filter((one) => one.type === RequirementType.BackgroundCheck);
  return readyChecks(
    call,
    checks.map(({ target, requirementId, read }) => ({
      target,
      on: requirementShown(call, target, requirementId, read),
    })),
  );
}

/** Lists what a member owes, or with `family` everybody whom the caller acts for. @throws NotFound, Forbidden */
export async function awaitingPayment(
  call: Call,
  { profileLevelAccessId, family }: { profileLevelAccessId: string; family: boolean },
) {
  const targets = await memberTargets(call, [profileLevelAccessId, ...(family ? await familyOf(call) : [])]);
  const own = targets.get(profileLevelAccessId);
  if (!own) return { missing: true } as const;
  authorizeSight(call, own);
  const theirs = [...targets.values()].filter((one) => one === own || one.self || one.guardedChild);
  // Only people who may start it pay for it; others see it in the list of what is outstanding.
  const items = await withRefusals(call, await dueOf(call, theirs));
  const currency = items[0]?.currency ?? null;
  // One charge is in one currency.
  const payable = items.filter((one) => one.refusal === null && one.currency === currency);
  return {
    missing: false,
    data: items.map(({ target: _target, read: _read, ...item }) => item),
    total: payable.reduce((sum, one) => sum + one.amount, 0),
    currency,
    available: call.adapters.payments !== null,
    simulated: call.adapters.payments?.simulated ?? false,
  } as const;
}

async function familyOf(call: Call): Promise<string[]> {
  if (call.actor.kind !== "person") return [];
  const people = await peopleActedFor(call, call.actor.profileId);
  const memberships = await membershipsOf(
    call,
    people.map((one) => one.profileId),
  );
  return memberships.map((one) => one.profileLevelAccessId).slice(0, 40);
}
