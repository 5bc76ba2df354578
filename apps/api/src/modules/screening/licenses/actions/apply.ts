import { RequirementStatus, RequirementType } from "@touchline/contract";
import type { LicenseIdentity } from "@touchline/contract/screening/licenses";
import { countingLicense, dayOf, endOfDay, expiryOf, type HeldLicense, isConfirmedHolder } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { licenseResult } from "../../../../schema/lookups.ts";
import { recordRequirementEvents, redate, reportToAttempt, restand, voidAttempts } from "../../../compliance/index.ts";
import { mailLicenseEnded } from "../../../messages/index.ts";
import { completeBySearch } from "../../registry-search/actions/complete.ts";
import { type AskedLicense, askedLicenses, type LicensePerson } from "../queries/record.ts";

/** A completion that a license has brought about, or that was reviewed because of one, as it counts now. */
type Earlier = {
  attemptId: string;
  outcome: "completed" | "review";
  state: string;
  licenseKey: string;
  expiresOn: string | null;
  holder: string;
  completedAt: Date;
  expiresAt: Date | null;
  voided: boolean;
};

/**
 * Applies a person's current licenses to each requirement that asks for one. A valid license completes the requirement until it
 * expires, if the record is confirmed as theirs; otherwise a reviewer decides. If no license is valid anymore, the requirement
 * is open again, unless it was marked complete without one. The caller holds the person.
 */
export async function applyLicenses(
  call: Call,
  person: LicensePerson,
  held: readonly HeldLicense[],
  identity: LicenseIdentity,
): Promise<void> {
  const { timeZone } = await organizationFacts(call);
  const today = dayOf(call.now.getTime(), timeZone);
  for (const one of await askedLicenses(call, person.profileId)) {
    if (one.status === RequirementStatus.Rejected) continue;
    const license = countingLicense(held, one.settings, today);
    const earlier = await earlierResults(call, one.requirementId);
    const standing = earlier.filter(
      (of) => of.state === "approved" && !of.voided && (of.expiresAt === null || of.expiresAt > call.now),
    );
    if (license === null) {
      await endWithout(call, one, standing);
      await notifyEnded(call, one, standing);
      continue;
    }
    const expiresAt = endOfLicense(call, license, one, timeZone);
    const accepted =
      isConfirmedHolder(identity) ||
      // A reviewer has found already that this record is theirs.
      earlier.some(
        (of) => of.outcome === "review" && of.state === "approved" && !of.voided && of.holder === person.holder,
      );
    if (accepted) await complete(call, person, one, license, expiresAt, standing);
    else await review(call, person, one, license, earlier, standing);
  }
  await restand(call, [person.profileId]);
}

/** Until when a license completes a requirement: through its own last day; one without an end as long as the content says. */
function endOfLicense(call: Call, { expiresOn }: HeldLicense, { settings }: AskedLicense, zone: string): Date | null {
  if (expiresOn !== null) return new Date(endOfDay(expiresOn, zone));
  if (settings.validity.type === "PerRequirement") return null;
  const end = expiryOf(settings.validity, { completedAt: call.now.getTime() }, zone);
  return end === null ? null : new Date(end);
}

/** Statuses in which a license completes the requirement again. */
const owed: readonly RequirementStatus[] = [
  RequirementStatus.Incomplete,
  RequirementStatus.WaitingOnApplicant,
  RequirementStatus.WaitingOnProvider,
  RequirementStatus.Overdue,
  RequirementStatus.Expired,
  RequirementStatus.ExpiringSoon,
];

/** Completes the requirement by the person's own license, or updates the end of an earlier completion. */
async function complete(
  call: Call,
  person: LicensePerson,
  one: AskedLicense,
  license: HeldLicense,
  expiresAt: Date | null,
  standing: readonly Earlier[],
): Promise<void> {
  // The license with the longest validity was chosen, so a later end was shortened or came from a license that is gone.
  const beyond = standing.filter((of) => isShorter(expiresAt, of.expiresAt));
  for (const { attemptId, completedAt } of beyond) await redate(call, attemptId, { completedAt, expiresAt });
  if (beyond.length > 0 || standing.some((of) => !isShorter(of.expiresAt, expiresAt))) return;
  // A license without an end would count longer by a day every night.
  const soon = new Date(call.now.getTime() + renewedBefore);
  const isRenewed =
    standing.length > 0 && (license.expiresOn !== null || standing.every((of) => isShorter(of.expiresAt, soon)));
  if (!isRenewed && !owed.includes(one.status)) return;
  const done = await completeBySearch(call, subjectOf(one), one.contentVersionId, {
    submittedAt: call.now,
    completedAt: call.now,
    decidedAt: call.now,
    expiresAt,
    validUntil: license.expiresOn,
  });
  if (done) await keepResult(call, person, one, license, { ...done, outcome: "completed" });
}

/** Milliseconds before the end of a completion by a license without an end, from which it is completed again. */
const renewedBefore = 14 * 86_400_000;

/** Whether the first end is before the second; null is no end. */
const isShorter = (a: Date | null, b: Date | null) => a !== null && (b === null || a < b);

/** Handles a license whose record isn't confirmed as the person's: once for each finding, unless it was decided before. */
async function review(
  call: Call,
  person: LicensePerson,
  one: AskedLicense,
  license: HeldLicense,
  earlier: readonly Earlier[],
  standing: readonly Earlier[],
): Promise<void> {
  await endWithout(
    call,
    one,
    standing.filter((of) => of.holder !== person.holder),
  );
  const decided = earlier.some(
    (of) => of.outcome === "review" && of.holder === person.holder && of.licenseKey === license.key,
  );
  if (decided || !owed.includes(one.status)) return;
  const event = { kind: "providerFlagged", type: RequirementType.USSoccer } as const;
  const moved = await reportToAttempt(call, subjectOf(one), event, one.contentVersionId, {
    submittedAt: call.now,
    completedAt: call.now,
    validUntil: license.expiresOn,
  });
  if (moved) await keepResult(call, person, one, license, { ...moved, outcome: "review" });
}

/** Ends completions by licenses that no longer count. */
async function endWithout(call: Call, one: AskedLicense, standing: readonly Earlier[]): Promise<void> {
  for (const { attemptId } of standing) {
    await voidAttempts(call, one.requirementId, ["approved"], attemptId);
    await recordRequirementEvents(call, [{ ...subjectOf(one), attemptId, kind: "markedIncomplete" }]);
  }
}

/** Notifies the person, or those who read for them, that the requirement is open again. */
async function notifyEnded(call: Call, one: AskedLicense, [ended]: readonly Earlier[]): Promise<void> {
  if (ended === undefined) return;
  const { requirementId, profileId, profileLevelAccessId, name } = one;
  await mailLicenseEnded(call, {
    ...{ profileId, requirementName: name },
    path: `/requirements/${requirementId}?pla=${profileLevelAccessId}`,
    key: `${ended.attemptId}:licenseEnded`,
  });
}

const subjectOf = ({ requirementId, profileId, contentId, profileLevelAccessId }: AskedLicense) => ({
  ...{ requirementId, profileId, contentId, profileLevelAccessId },
});

async function keepResult(
  call: Call,
  { profileId, holder }: LicensePerson,
  { requirementId }: AskedLicense,
  { key, expiresOn }: HeldLicense,
  { attemptId, outcome }: { attemptId: string; outcome: "completed" | "review" },
): Promise<void> {
  await call.db
    .insert(licenseResult)
    .values({
      ...{ organizationId: call.organizationId, attemptId, requirementId, profileId, outcome, licenseKey: key },
      ...{ expiresOn, holder, simulated: call.adapters.licenses?.simulated ?? false, foundAt: call.now },
    })
    .onConflictDoNothing();
}

/** Submissions of a requirement that licenses have brought about, the latest first. */
async function earlierResults(call: Call, requirementId: string): Promise<Earlier[]> {
  const { rows } = await call.db.execute<
    Omit<Earlier, "completedAt" | "expiresAt"> & Record<"completedAt" | "expiresAt", string | Date | null>
  >(sql`
    SELECT result.attempt_id AS "attemptId", result.outcome, attempt.state, result.license_key AS "licenseKey",
      result.expires_on AS "expiresOn", result.holder, attempt.completed_at AS "completedAt",
      attempt.expires_at AS "expiresAt", attempt.voided_at IS NOT NULL AS voided
    FROM license_result AS result
    JOIN attempt ON attempt.organization_id = result.organization_id AND attempt.attempt_id = result.attempt_id
    WHERE result.organization_id = ${call.organizationId} AND result.requirement_id = ${requirementId}
    ORDER BY result.found_at DESC, result.attempt_id DESC LIMIT 100`);
  const at = (value: string | Date | null) => (value === null ? null : new Date(value));
  return rows.map((row) => ({ ...row, completedAt: at(row.completedAt) ?? call.now, expiresAt: at(row.expiresAt) }));
}
