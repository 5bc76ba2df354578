import type { Grade, GradeProof, IdentityDocument } from "@touchline/contract/library/content-settings";
import { sendAgeVerification } from "@touchline/contract/requirements/submissions";
import { lazy, Suspense } from "react";
import { proofShot, shotsOf } from "../../../../capture/shots.ts";
import { call } from "../../../../client.ts";
import { ReadFields } from "../../identity/ReadFields.tsx";
import type { FlowProps } from "../Flow.tsx";
import { canAct } from "../owed.ts";
import { words } from "../words.ts";
import { DocumentField, GradeField, PrintedFields, ProofField } from "./ProofFields.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";

const AgePart = lazy(() => import("../../identity/AgePart.tsx").then((file) => ({ default: file.AgePart })));

/** A document or a proof of the grade, with what is printed on it. */
export function AgeFlow(props: FlowProps) {
  return (
    <>
      {canAct(props.requirement) && <AgeForm {...props} />}
      <Suspense>
        <AgePart requirement={props.requirement} />
      </Suspense>
    </>
  );
}

function AgeForm(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "age-verification") return null;
  const { verification, documents, proofs } = settings;
  const [asksAge, asksGrade] = [verification !== "Grade", verification !== "Age"];
  return (
    <SendForm
      {...props}
      fileLabel={asksAge && asksGrade ? words.photosOfBoth : asksAge ? words.photosOfDocument : words.photosOfProof}
      fileDescription={words.photoHelp}
      shots={({ document }) => [
        ...(asksAge ? shotsOf(document ? (Number(document) as IdentityDocument) : null) : []),
        ...(asksGrade ? [proofShot] : []),
      ]}
      more={(form) => (
        <>
          {asksAge && <DocumentField {...form} of={documents} />}
          {asksGrade && <ProofField {...form} of={proofs} />}
          {asksGrade && <GradeField {...form} />}
        </>
      )}
      afterFiles={({ arrived, ...form }) =>
        asksAge ? <ReadFields {...form} arrived={arrived} place={props.requirement} /> : <PrintedFields {...form} />
      }
      moreProblems={({ document, proof, grade, legalFirstName, legalLastName, dateOfBirth }, today) => ({
        ...(asksAge && !document ? { document: words.documentKindMissing } : {}),
        ...(asksGrade && !proof ? { proof: words.proofMissing } : {}),
        ...(asksGrade && !grade ? { grade: words.gradeMissing } : {}),
        ...(legalFirstName?.trim() ? {} : { legalFirstName: words.firstNameMissing }),
        ...(legalLastName?.trim() ? {} : { legalLastName: words.lastNameMissing }),
        ...(dateOfBirth
          ? dateOfBirth > today
            ? { dateOfBirth: words.dateInFuture }
            : {}
          : { dateOfBirth: words.birthDateMissing }),
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
      after={words.ageReview}
    />
  );
}
