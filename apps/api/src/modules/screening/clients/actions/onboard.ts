import type { BodyOf } from "@touchline/contract";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { OnboardingInfo, openYardstikAccount, saveOnboarding } from "@touchline/contract/screening/onboarding";
import { einProblem, onboardingProblems } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, Refusal } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { screeningOnboarding } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { activateAccount } from "../jobs.ts";
import { orderingProvider } from "../queries/agencies.ts";
import { authorizeOnboarding, onboardingPlace, onboardingRow, openedInfo, taxDocument } from "../queries/onboarding.ts";

/** @throws Conflict if the data has changed since it was read */
async function refuseStale(call: Call): Promise<never> {
  const status = (await onboardingRow(call))?.status;
  if (status === "Submitted" || status === "Activated") {
    throw conflict("This was submitted already and can't be changed.", status);
  }
  throw conflict("Someone else changed this at the same time. Reload the page and try again.", "concurrentChange");
}

const sealed = async (call: Call, info: OnboardingInfo): Promise<Buffer> =>
  call.adapters.vault.seal(
    (await organizationFacts(call)).wrappedKey,
    onboardingPlace(call, "sealed_info"),
    JSON.stringify(info),
  );

/**
 * Saves the entered data; anything may still be missing.
 *
 * @throws NotFound, Forbidden; 400 for an impossible EIN; Conflict after another save, and once it is submitted
 */
export async function saveApplication(
  call: Call,
  organizationId: string,
  { version, info }: BodyOf<typeof saveOnboarding>,
): Promise<void> {
  authorizeOnboarding(call, organizationId);
  orderingProvider(call.adapters.screening, BackgroundCheckProvider.Yardstik);
  const problem = info.ein === "" ? null : einProblem(info.ein);
  if (problem !== null) throw invalid("info.ein", problem);
  const sealedInfo = await sealed(call, info);
  const saved = { sealedInfo, savedBy: actingProfile(call) ?? call.organizationId, savedAt: call.now };
  const written =
    version === 0
      ? await call.db
          .insert(screeningOnboarding)
          .values({ organizationId: call.organizationId, status: "InProgress", version: 1, ...saved })
          .onConflictDoNothing()
          .returning({ version: screeningOnboarding.version })
      : await call.db
          .update(screeningOnboarding)
          .set({ ...saved, version: sql`${screeningOnboarding.version} + 1` })
          .where(inProgress(call, version))
          .returning({ version: screeningOnboarding.version });
  if (written.length === 0) await refuseStale(call);
}

const inProgress = (call: Call, version: number) =>
  and(
    ours(screeningOnboarding, call),
    eq(screeningOnboarding.status, "InProgress"),
    eq(screeningOnboarding.version, version),
  );

/**
 * Submits the application. The account is opened by a job, however often this is called: once it is submitted, another call is a
 * Conflict.
 *
 * @throws NotFound, Forbidden; 400 naming every field that is missing or wrong; Conflict
 */
export async function submitApplication(
  call: Call,
  organizationId: string,
  { version }: BodyOf<typeof openYardstikAccount>,
): Promise<void> {
  authorizeOnboarding(call, organizationId);
  orderingProvider(call.adapters.screening, BackgroundCheckProvider.Yardstik);
  const row = await onboardingRow(call);
  if (row?.status !== "InProgress") return refuseStale(call);
  const info = await openedInfo(call, row.sealedInfo);
  const problems = onboardingProblems(info, { hasTaxDocument: (await taxDocument(call)) !== null });
  const errors = Object.entries(problems).map(([path, message]) => ({ path: `info.${path}`, message }));
  if (errors.length > 0) throw new Refusal("invalid", errors[0]?.message ?? "", { errors });
  const submitted = await call.db
    .update(screeningOnboarding)
    .set({
      ...{ status: "Submitted", refused: false, version: version + 1 },
      submittedBy: actingProfile(call) ?? call.organizationId,
      submittedAt: call.now,
    })
    .where(inProgress(call, version))
    .returning({ version: screeningOnboarding.version });
  if (submitted.length === 0) return refuseStale(call);
  await audit(call, [{ action: "screening.onboardingSubmitted", subjectId: call.organizationId }]);
  await enqueue(call, activateAccount, {}, { singletonKey: "activate" });
}
