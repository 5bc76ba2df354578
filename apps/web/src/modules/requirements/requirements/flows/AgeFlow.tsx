import type { Grade, GradeProof } from "@touchline/contract/library/content-settings";
import { sendAgeVerification } from "@touchline/contract/requirements/submissions";
import { call } from "../../../../client.ts";
import type { FlowProps } from "../Flow.tsx";
import { DocumentField, GradeField, PrintedFields, ProofField } from "./ProofFields.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";

/** A document or a proof of the grade, with what is printed on it. */
export function AgeFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "age-verification") return null;
  const { verification, documents, proofs } = settings;
  const [asksAge, asksGrade] = [verification !== "Grade", verification !== "Age"];
  return (
    <SendForm
      {...props}
      fileLabel={
        asksAge && asksGrade ? "Pictures of both" : asksAge ? "Pictures of the document" : "Pictures of the proof"
      }
      fileDescription="Flat, in good light, with all four corners. Cover numbers that are not needed."
      more={(given) => (
        <>
          {asksAge && <DocumentField {...given} of={documents} />}
          {asksGrade && <ProofField {...given} of={proofs} />}
          {asksGrade && <GradeField {...given} />}
          <PrintedFields {...given} />
        </>
      )}
      moreProblems={({ document, proof, grade, legalFirstName, legalLastName, dateOfBirth }, today) => ({
        ...(asksAge && !document ? { document: "Choose the kind of document." } : {}),
        ...(asksGrade && !proof ? { proof: "Choose the proof of grade." } : {}),
        ...(asksGrade && !grade ? { grade: "Choose the grade shown." } : {}),
        ...(legalFirstName?.trim() ? {} : { legalFirstName: "Enter the first name as printed." }),
        ...(legalLastName?.trim() ? {} : { legalLastName: "Enter the last name as printed." }),
        ...(dateOfBirth
          ? dateOfBirth > today
            ? { dateOfBirth: "This date is in the future." }
            : {}
          : { dateOfBirth: "Enter the date of birth as printed." }),
      })}
      send={(fields) =>
        call(sendAgeVerification, {
          params: { id },
          body: {
            profileLevelAccessId,
            ...(asksAge ? { document: Number(fields.document) } : {}),
            ...(asksGrade ? { proof: fields.proof as GradeProof, grade: Number(fields.grade) as Grade } : {}),
            legalFirstName: fields.legalFirstName ?? "",
            legalLastName: fields.legalLastName ?? "",
            dateOfBirth: fields.dateOfBirth ?? "",
            ...givenDays(fields),
          },
          files: [],
        })
      }
      after="A reviewer compares it with the profile. Only reviewers of these documents can see it."
    />
  );
}
