import { RequirementType } from "@touchline/contract";
import type { ScreeningOrderState } from "@touchline/contract/screening/orders";
import { expiryOf, orderStateOf, type ProviderEvent, type ProviderOutcome, providerOutcome } from "@touchline/rules";
import { z } from "zod";
import type { ProviderOrder } from "../../../../adapters/screening/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { type Announced, announce } from "../../../../jobs/jobs.ts";
import { reportToAttempt, restand } from "../../../compliance/index.ts";
import { type OrderInFull, orderPlace } from "../queries/order.ts";
import { notifyEnded } from "./notify.ts";
import { type KnownBy, nameAttempt, type OrderChanges, writeOrder } from "./write.ts";

/** Emitted when a provider reports another status of a check, for jobs that act on it. */
export const reportChanged = {
  name: "screening.reportChanged",
  payload: z.object({ attemptId: z.uuid() }),
} satisfies Announced<z.ZodRawShape>;

/** A word that no documentation has is looked at by a reviewer. */
const outcomeOf = (found: OrderInFull, status: string): ProviderOutcome =>
  providerOutcome(found.order.provider, status) ?? "finding";

/**
 * Applies the status of an order at its provider: the current status decides, in whatever order webhooks arrived. The caller
 * holds the person and the order.
 */
export async function applyOrder(
  call: Call,
  found: OrderInFull,
  reported: ProviderOrder,
  knownBy: KnownBy,
): Promise<void> {
  const { order } = found;
  // What was disposed of stays disposed of, whatever a provider sends later.
  if (order.disposedAt !== null) return;
  const outcome = outcomeOf(found, reported.status);
  const state = orderStateOf[outcome];
  const hasChanged = state !== order.state || reported.status !== order.providerStatus;
  const invitedUntil = reported.expiresAt ?? order.invitedUntil;
  // A webhook is a sign of change at the provider, so looks become frequent again.
  const looks = hasChanged || knownBy === "webhook" ? 0 : order.looks + 1;
  await nameAttempt(call, order.provider, found.subject.attemptId, reported.externalIds);
  await writeOrder(
    call,
    order,
    {
      state,
      stateSince: state === order.state ? order.stateSince : call.now,
      placedAt: order.placedAt ?? call.now,
      providerOrderId: reported.orderId,
      providerReportId: reported.reportId,
      providerStatus: reported.status,
      sealedLink: await sealedLink(call, found, reported),
      invitedUntil,
      hasReport: reported.hasReport,
      completedAt: reported.completedAt,
      problem: null,
      problemSince: null,
      sealedAnswer: null,
      looks,
      nextLookAt: nextLook(call, state, looks, invitedUntil),
    },
    knownBy,
  );
  if (reported.status !== order.providerStatus) await announce(call, reportChanged, { attemptId: order.attemptId });
  const wasAdverse = order.providerStatus !== null && outcomeOf(found, order.providerStatus) === "adverse";
  if (state === order.state && !(outcome === "adverse" && !wasAdverse)) return;
  await report(call, found, outcome, reported);
  const isOwed = found.attemptState !== "withdrawn";
  if (isOwed && (state === "canceled" || state === "expired")) await notifyEnded(call, found, state);
}

/** Ends an order that its provider did not take, or does not know anymore. */
export async function endOrder(
  call: Call,
  found: OrderInFull,
  state: Extract<ScreeningOrderState, "refused" | "canceled">,
  changes: OrderChanges,
  knownBy: KnownBy,
): Promise<void> {
  const ended = { ...changes, state, stateSince: call.now, sealedLink: null, nextLookAt: null };
  await writeOrder(call, found.order, ended, knownBy);
  await reportToAttempt(call, found.subject, { kind: "providerCanceled" }, found.contentVersionId);
  await restand(call, [found.subject.profileId]);
  await notifyEnded(call, found, state);
}

/** Moves the submission by the provider's finding, and derives the statuses. */
async function report(
  call: Call,
  found: OrderInFull,
  outcome: ProviderOutcome,
  reported: ProviderOrder,
): Promise<void> {
  const { subject, contentVersionId } = found;
  const type = RequirementType.BackgroundCheck;
  if (outcome === "clear") await reportClear(call, found, reported);
  else {
    const events: Record<Exclude<ProviderOutcome, "clear">, ProviderEvent> = {
      applicant: { kind: "providerAskedApplicant" },
      provider: { kind: "applicantFinished" },
      finding: { kind: "providerFlagged", type },
      adverse: { kind: "finalAdverse", type },
      expired: { kind: "providerExpired" },
      canceled: { kind: "providerCanceled" },
    };
    const isFinding = outcome === "finding" || outcome === "adverse";
    const dates = isFinding ? { submittedAt: call.now, completedAt: completedAt(call, reported) } : {};
    await reportToAttempt(call, subject, events[outcome], contentVersionId, dates);
  }
  await restand(call, [subject.profileId]);
}

async function reportClear(call: Call, found: OrderInFull, reported: ProviderOrder): Promise<void> {
  const { subject, contentVersionId, settings } = found;
  const at = completedAt(call, reported);
  const dates = { submittedAt: call.now, completedAt: at };
  // A day that is set with each submission is for a reviewer to set.
  if (settings.validity.type === "PerRequirement") {
    await reportToAttempt(call, subject, { kind: "machineUndecided" }, contentVersionId, dates);
    return;
  }
  const { timeZone } = await organizationFacts(call);
  const expiresAt = expiryOf(settings.validity, { completedAt: at.getTime(), givenDay: null }, timeZone);
  await reportToAttempt(call, subject, { kind: "providerClear" }, contentVersionId, {
    ...dates,
    decidedAt: call.now,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  });
}

/** When the provider had finished, by its clock where that is not ahead of ours. */
const completedAt = (call: Call, { completedAt: at }: ProviderOrder) => (at !== null && at < call.now ? at : call.now);

async function sealedLink(call: Call, { order }: OrderInFull, { link }: ProviderOrder): Promise<Buffer | null> {
  if (link === null) return null;
  const { wrappedKey } = await organizationFacts(call);
  return call.adapters.vault.seal(wrappedKey, orderPlace(call, order.attemptId, "sealed_link"), link);
}

const minute = 60_000;
const day = 1_440 * minute;
/** Looks for a clear result that is revised, a week apart: a year. */
const mostClearLooks = 52;

/** When the provider is asked next if it sends nothing: rarely, and more rarely the longer nothing has happened. */
function nextLook(call: Call, state: ScreeningOrderState, looks: number, invitedUntil: Date | null): Date | null {
  const now = call.now.getTime();
  const after = (milliseconds: number) => new Date(now + milliseconds);
  switch (state) {
    case "invited": {
      const usual = after(Math.min(15 * minute * 2 ** looks, day));
      const end = invitedUntil === null ? null : invitedUntil.getTime() + minute;
      return end !== null && end > now && end < usual.getTime() ? new Date(end) : usual;
    }
    case "placing":
    case "running":
      return after(Math.min(15 * minute * 2 ** looks, day));
    case "review":
      return after(day);
    case "clear":
      return looks < mostClearLooks ? after(7 * day) : null;
    default:
      return null;
  }
}
