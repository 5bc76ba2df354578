import type { ContentKind } from "@touchline/contract";
import { addToDay, dayOf } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { refuseUnpaid } from "../queries/fees.ts";
import { requirementOn } from "../queries/requirement-rows.ts";
import { claimCertificate } from "./claim-certificate.ts";
import { draftOf } from "./draft.ts";
import { type PermittedRequirement, permittedOn } from "./permitted.ts";
import { type SentFiles, submitFiles } from "./submit.ts";

/** Submissions of kinds that can be completed manually. Each is reviewed, whatever facts were entered. */

type Of = { requirementId: string; profileLevelAccessId: string };

/** A report that was made elsewhere, as long as it is not older, in days here, than the content takes. @throws as `submitFiles` */
export const sendReport = (call: Call, input: SentFiles & { completedDate: string }) =>
  submitFiles(call, input, {
    kind: "background-check",
    factsFor({ reportMostDays }, { now }, { zone }) {
      const today = dayOf(now.getTime(), zone);
      if (reportMostDays !== null && input.completedDate < addToDay(today, { days: -reportMostDays })) {
        throw invalid("completedDate", `The report can be at most ${reportMostDays} days old. Request a newer one.`);
      }
      return {};
    },
  });

/** @throws as `submitFiles`; Conflict if another person submitted the certificate */
export async function sendCertificate(
  call: Call,
  { certificateId, ...input }: SentFiles & { completedDate: string; certificateId?: string | undefined },
) {
  const submitted = await submitFiles(call, input, {
    kind: "abuse-prevention-training",
    factsFor: () => (certificateId ? { certificateId } : {}),
  });
  if (!certificateId) return submitted;
  const target = await memberTarget(call, input.profileLevelAccessId);
  const { required } = await requirementOn(call, target, input.requirementId);
  const holder = { contentId: required.contentId, profileId: target.profileId, attemptId: submitted.attemptId };
  const claimed = await claimCertificate(call, holder, certificateId);
  if (!claimed) {
    throw conflict(
      "Someone else in your organization submitted this certificate. Check the certificate ID.",
      "certificateTaken",
    );
  }
  return submitted;
}

/** Returns the address of a training for the person who takes it. @throws NotFound, Forbidden, Conflict */
export async function trainingUrl(call: Call, input: Of): Promise<{ url: string }> {
  const { on } = await permittedOn(call, input, "begin");
  await refuseUnpaid(call, on);
  return { url: trainingOf(on, ["abuse-prevention-training", "custom-training"]) };
}

/** Records that a training was opened, so that started trainings can be told from untouched ones. @throws NotFound, Forbidden, Conflict */
export async function takeTraining(unlocked: Call, input: Of): Promise<{ url: string }> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const found = await permittedOn(call, input, "begin");
  const url = trainingOf(found.on, ["abuse-prevention-training"]);
  await refuseUnpaid(call, found.on);
  await draftOf(call, found);
  return { url };
}

function trainingOf({ required: { settings } }: PermittedRequirement, kinds: readonly ContentKind[]): string {
  if (!kinds.includes(settings.kind) || !("trainingUrl" in settings)) {
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  }
  if (settings.trainingUrl === null) throw conflict("This requirement has no training to open.", "noLink");
  return settings.trainingUrl;
}
