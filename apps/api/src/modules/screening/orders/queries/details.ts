import { RequirementType, type ResponseOf } from "@touchline/contract";
import type { getBackgroundCheck } from "@touchline/contract/screening/orders";
import {
  notPlacedText,
  notPlacedTextForApplicant,
  orderRefusalTexts,
  orderStepText,
  orderTexts,
  orderTextsForReviewers,
  problemTexts,
  problemTextsForReviewers,
} from "@touchline/rules";
import { and, desc, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { screeningOrderEvent } from "../../../../schema/screening.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { authorizeSight, memberTarget } from "../../../people/index.ts";
import { feeOn, isOfKind, requirementOn } from "../../../requirements/index.ts";
import { fullName } from "../../registries/actions/load.ts";
import { otherNamesOf } from "../../registry-search/queries/names.ts";
import { latestOrder, type OrderRow } from "./order.ts";
import { readinessOfOne } from "./readiness.ts";

/** Steps of an order that are shown at most. */
const mostShown = 50;

/**
 * Reads the status of a requirement's background check: for applicants in plain words, for reviewers with the provider's
 * details.
 *
 * @throws NotFound, Forbidden
 */
export async function checkShown(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getBackgroundCheck>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorizeSight(call, target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings } = on.required;
  if (!isOfKind(settings, "background-check")) throw notFound("requirement");
  const { client, refusal: unready, product: ordered } = await readinessOfOne(call, { target, on, settings });
  const fee = await feeOn(call, on);
  const unpayable = fee.amount > 0 && call.adapters.payments === null ? "paymentsNotSetUp" : null;
  const refusal = unready ?? unpayable;
  const order = await latestOrder(call, input.requirementId);
  const about = { ...target, requirementType: RequirementType.BackgroundCheck };
  const isOwn = target.self || target.guardedChild;
  // By it, citizenship would be known, which others than the person's own don't see.
  const product = isOwn ? ordered : null;
  const sees = verdictOn(call, "confidential.see", about);
  const reviews = !isOwn && verdictOn(call, "requirements.review", about).allowed && sees.allowed && !sees.outcomeOnly;
  return {
    payer: on.owed.payer,
    price: on.owed.payer === "Individual" ? fee.amount : settings.price,
    currency: settings.currency,
    provider: client && {
      provider: client.provider,
      name: client.providerName,
      simulated: client.simulated,
      product: product?.product ?? settings.product,
      international: product?.international ?? false,
    },
    refusal: refusal && { reason: refusal, text: orderRefusalTexts[refusal] },
    order: order && (await orderShown(call, order, { ...target, isOwn, reviews, usualProduct: settings.product })),
  };
}

/** People who see only outcomes learn no more of a finding than the status says. */
async function orderShown(
  call: Call,
  order: OrderRow,
  about: { profileId: string; isOwn: boolean; reviews: boolean; usualProduct: string },
) {
  const { profileId, isOwn, reviews, usualProduct } = about;
  const provider = call.adapters.screening.get(order.provider);
  const { problem } = order;
  const problems = isOwn ? problemTexts : problemTextsForReviewers;
  const isStuck = order.state === "placing" && problem !== null;
  const stuckText = isOwn ? notPlacedTextForApplicant : notPlacedText;
  return {
    state: order.state,
    text: isStuck ? stuckText : (isOwn ? orderTexts : orderTextsForReviewers)[order.state],
    since: order.stateSince.toISOString(),
    orderedAt: order.orderedAt.toISOString(),
    providerName: provider?.name ?? providerNames[order.provider] ?? "Provider",
    simulated: order.simulated,
    // An international product reveals that somebody is a citizen of another country.
    product: isOwn || reviews ? order.product : usualProduct,
    invitedUntil: order.state === "invited" ? (order.invitedUntil?.toISOString() ?? null) : null,
    problem: problem && { kind: problem, ...problems[problem] },
    review: reviews
      ? {
          providerStatus: order.providerStatus,
          providerReference: order.providerReportId ?? order.providerOrderId,
          hasReport: order.hasReport,
          completedAt: order.completedAt?.toISOString() ?? null,
          otherNames: (await otherNamesOf(call, profileId)).map(fullName),
          history: await historyOf(call, order.attemptId),
        }
      : null,
  };
}

/** The names of providers for which the installation has no key anymore. */
const providerNames: Partial<Record<number, string>> = { 0: "Yardstik", 3: "Checkr", 4: "Sterling" };

async function historyOf(call: Call, attemptId: string) {
  const rows = await call.db
    .select()
    .from(screeningOrderEvent)
    .where(and(ours(screeningOrderEvent, call), eq(screeningOrderEvent.attemptId, attemptId)))
    .orderBy(desc(screeningOrderEvent.at), desc(screeningOrderEvent.screeningOrderEventId))
    .limit(mostShown);
  return rows.map(({ at, state, providerStatus, problem }) => ({
    at: at.toISOString(),
    text: orderStepText(state, problem, providerStatus),
  }));
}
