import * as submissions from "@touchline/contract/requirements/submissions";
import { compareDocument } from "@touchline/contract/verification/documents";
import { ageGradeStatus } from "@touchline/rules";
import { on } from "../../../http/mount.ts";
import { isSubmitter } from "../../requirements/index.ts";
import { identitySettings } from "../identity-checks/queries/settings.ts";
import { hasFiles } from "./actions/destroy.ts";
import { sendAgeProof } from "./actions/submit.ts";
import { ageGroupNow } from "./queries/age-group.ts";
import { comparisonOf } from "./queries/comparison.ts";
import { readingOf } from "./queries/reading.ts";
import { askedFor } from "./queries/settings.ts";

export const routes = [
  on(submissions.getAgeVerification, async (call, { params, query }) => {
    const { settings, owed, attempt, target } = await askedFor(
      call,
      { requirementId: params.id, ...query },
      "age-verification",
    );
    const { verification, documents, proofs } = settings;
    const reading = attempt ? await readingOf(call, attempt.attemptId) : null;
    return {
      verification,
      documents,
      proofs,
      status: ageGradeStatus(owed.status, { reviewed: reading?.outcome !== "completed" }),
      ageGroup: await ageGroupNow(call, target.dateOfBirth, settings.ageGroupCutoff),
      keptDays: (await identitySettings(call)).keepDays,
      erasable: isSubmitter(target) && (await hasFiles(call, target.profileId)),
    };
  }),

  on(submissions.sendAgeVerification, (call, { params, body, uploads }) =>
    sendAgeProof(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(compareDocument, (call, { params, query }) => comparisonOf(call, { requirementId: params.id, ...query })),
];
