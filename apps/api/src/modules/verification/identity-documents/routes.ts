import * as submissions from "@touchline/contract/requirements/submissions";
import { compareDocument } from "@touchline/contract/verification/documents";
import { ageGradeStatus } from "@touchline/rules";
import { on } from "../../../http/mount.ts";
import { sendAgeProof } from "./actions/submit.ts";
import { comparisonOf } from "./queries/comparison.ts";
import { readingOf } from "./queries/reading.ts";
import { askedFor } from "./queries/settings.ts";

export const routes = [
  on(submissions.getAgeVerification, async (call, { params, query }) => {
    const { settings, owed, attempt } = await askedFor(
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
    };
  }),

  on(submissions.sendAgeVerification, (call, { params, body, uploads }) =>
    sendAgeProof(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(compareDocument, (call, { params, query }) => comparisonOf(call, { requirementId: params.id, ...query })),
];
