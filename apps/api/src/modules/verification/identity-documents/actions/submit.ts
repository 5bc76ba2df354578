import type { Grade, GradeProof, IdentityDocument } from "@touchline/contract/library/content-settings";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import { dayOf } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { type SentFiles, submissionOf, submitFiles } from "../../../requirements/index.ts";
import { readSubmittedDocument } from "../jobs.ts";

type AgeFacts = {
  document?: IdentityDocument | undefined;
  proof?: GradeProof | undefined;
  grade?: Grade | undefined;
  legalFirstName: string;
  legalLastName: string;
  dateOfBirth: string;
};

/**
 * Submits a document, a proof of the grade, or both, as the content asks. Where documents are read automatically, that comes before any
 * review.
 *
 * @throws as `submitFiles`
 */
export async function sendAgeProof(call: Call, input: SentFiles & AgeFacts) {
  const sent = await submitFiles(call, input, {
    kind: "age-verification",
    factsFor({ verification, documents, proofs }, { now }, { zone }): SubmissionFacts {
      const { document, proof, grade, legalFirstName, legalLastName, dateOfBirth } = input;
      if (verification !== "Grade" && document === undefined) throw invalid("document", "Choose the kind of document.");
      if (verification !== "Age" && proof === undefined) throw invalid("proof", "Choose the proof of grade.");
      if (document !== undefined && !documents.includes(document)) {
        throw invalid("document", "This type of document isn't accepted here.");
      }
      if (proof !== undefined && !proofs.includes(proof))
        throw invalid("proof", "This type of proof isn't accepted here.");
      if (grade !== undefined && verification === "Age")
        throw invalid("grade", "This requirement doesn't ask for a grade.");
      if (dateOfBirth > dayOf(now.getTime(), zone)) throw invalid("dateOfBirth", "This date is in the future.");
      return {
        ...(document === undefined ? {} : { document }),
        ...(proof === undefined ? {} : { proof }),
        ...(grade === undefined ? {} : { grade }),
        legalFirstName,
        legalLastName,
        dateOfBirth,
      };
    },
    // A proof of grade is nothing that a machine could read.
    goesToProvider: ({ verification }) => verification !== "Grade" && call.adapters.vision.state() !== "unavailable",
  });
  const { attemptId } = sent;
  if ((await submissionOf(call, attemptId))?.state === "waitingProvider")
    await enqueue(call, readSubmittedDocument, { attemptId });
  return sent;
}

/** Submits pictures of an identity document. A person always decides on them. @throws as `submitFiles` */
export const sendIdentityProof = (call: Call, input: SentFiles & { document: IdentityDocument }) =>
  submitFiles(call, input, {
    kind: "identity-verification",
    factsFor({ documents }) {
      if (!documents.includes(input.document)) throw invalid("document", "This type of document isn't accepted here.");
      return { document: input.document };
    },
  });
