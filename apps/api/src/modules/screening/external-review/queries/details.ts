import { RequirementType, type ResponseOf } from "@touchline/contract";
import {
  type ExternalOutcome,
  externalOutcomes,
  type getExternalCheck,
} from "@touchline/contract/screening/external-review";
import { dayOf, externalDueOn } from "@touchline/rules";
import { and, desc, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { externalResult } from "../../../../schema/external-review.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { authorizeSight, memberTarget, namesOf } from "../../../people/index.ts";
import { isOfKind, isSubmitter, requirementOn } from "../../../requirements/index.ts";
import { checksOf, type ExternalCheck, reviewerNames } from "./checks.ts";
import { externalSettings } from "./settings.ts";

const mostShown = 20;

/**
 * Reads the status of a background check with an outside result, for the person, and for people who manage them.
 *
 * @throws NotFound, Forbidden
 */
export async function externalCheckShown(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getExternalCheck>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorizeSight(call, target);
  const on = await requirementOn(call, target, input.requirementId);
  if (!isOfKind(on.required.settings, "background-check")) throw notFound("requirement");
  const [check] = await checksOf(call, [input.requirementId]);
  const about = { ...target, requirementType: RequirementType.BackgroundCheck };
  const own = isSubmitter(target);
  const sees = verdictOn(call, "confidential.see", about);
  const reviews = verdictOn(call, "requirements.review", on.about).allowed;
  const wait = await waitOf(call, check);
  const begins = own && check?.wait === "portal" && on.verdicts.begin.allowed;
  return {
    wait: check?.wait ?? null,
    reviewer: check?.reviewer ?? null,
    reviewerName: check?.reviewer ? reviewerNames[check.reviewer] : "",
    portalUrl: own && check?.wait === "portal" ? await portalUrl(call, check) : null,
    steps: begins ? (check.state === "waitingApplicant" ? ["finished"] : ["begun", "finished"]) : [],
    ...wait,
    results: !own && sees.allowed ? await resultsOf(call, input.requirementId) : [],
    reviews: !own && verdictOn(call, "requirements.review", about).allowed,
    recordable: check && reviews ? recordableOn(check) : [],
    asksValidUntil: check?.settings.validity.type === "PerRequirement",
    outcomeOnly: !own && sees.allowed && sees.outcomeOnly === true,
    awaited: check?.wait === "review" && !check.flagged,
  };
}

/** The results that can be recorded now; dates are checked when they are entered. */
function recordableOn(check: ExternalCheck): ExternalOutcome[] {
  if (check.wait === null || (check.state === "disqualified" && !check.voided)) return [];
  if (check.wait === "review") return check.flagged ? ["passed"] : ["passed", "flagged"];
  if (check.state === "pendingReview") return [];
  const waits = check.state === "waitingApplicant" || check.state === "waitingProvider";
  return waits ? [...externalOutcomes] : ["passed", "flagged"];
}

async function waitOf(call: Call, check: ExternalCheck | undefined) {
  const none = { waitingSince: null, dueOn: null, overdue: false };
  const waits = check?.state === "waitingProvider" || (check?.wait === "review" && !check.flagged);
  if (!check?.submittedAt || check.wait === null || !waits) return none;
  const { deadlineDays } = await externalSettings(call);
  const { timeZone: zone } = await organizationFacts(call);
  const dueOn = externalDueOn(check.submittedAt.getTime(), deadlineDays, zone);
  return {
    waitingSince: check.submittedAt.toISOString(),
    dueOn,
    overdue: dueOn < dayOf(call.now.getTime(), zone),
  };
}

async function portalUrl(call: Call, { reviewer }: ExternalCheck): Promise<string | null> {
  const { portals } = await externalSettings(call);
  return reviewer === 1 ? portals.jdp : portals.ncsi;
}

async function resultsOf(call: Call, requirementId: string) {
  const rows = await call.db
    .select()
    .from(externalResult)
    .where(and(ours(externalResult, call), eq(externalResult.requirementId, requirementId)))
    .orderBy(desc(externalResult.recordedAt), desc(externalResult.externalResultId))
    .limit(mostShown);
  const names = await namesOf(
    call,
    rows.map((row) => row.recordedBy),
  );
  return rows.map((row) => ({
    outcome: row.outcome,
    resultOn: row.resultOn,
    imported: row.externalImportId !== null,
    recordedAt: row.recordedAt.toISOString(),
    recordedByName: names.get(row.recordedBy) ?? "Unknown",
    undone: row.undoneAt !== null,
  }));
}
