import {
  type GradeProof,
  gradeLabels,
  grades,
  type IdentityDocument,
  identityDocumentLabels,
} from "@touchline/contract/library/content-settings";
import { DateInput, Select, TextInput } from "@touchline/ui";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";
import type { FieldsProps } from "./SendForm.tsx";

/** The type of the document. */
export function DocumentField({ of, ...props }: FieldsProps & { of: readonly IdentityDocument[] }) {
  const { fields, setField, problems, disabled } = props;
  return (
    <Select
      label={words.documentKind}
      placeholder={words.chooseOne}
      data={of.map((one) => ({ value: String(one), label: identityDocumentLabels[one] }))}
      value={fields.document ?? null}
      disabled={disabled}
      allowDeselect={false}
      onChange={(value) => setField("document", value ?? "")}
      error={problems.document}
    />
  );
}

/** The proof of grade. */
export function ProofField({ of, ...props }: FieldsProps & { of: readonly string[] }) {
  const { fields, setField, problems, disabled } = props;
  return (
    <Select
      label={words.proofOfGrade}
      description={of.find((one) => one === fields.proof) && words.proofMustShow[fields.proof as GradeProof]}
      placeholder={words.chooseOne}
      data={[...of]}
      value={fields.proof ?? null}
      disabled={disabled}
      allowDeselect={false}
      onChange={(value) => setField("proof", value ?? "")}
      error={problems.proof}
    />
  );
}

/** The grade shown on the proof. */
export function GradeField({ fields, setField, problems, disabled }: FieldsProps) {
  return (
    <Select
      label={words.gradeShown}
      placeholder={words.chooseOne}
      data={grades.map((one) => ({ value: String(one), label: gradeLabels[one] }))}
      value={fields.grade ?? null}
      disabled={disabled}
      allowDeselect={false}
      onChange={(value) => setField("grade", value ?? "")}
      error={problems.grade}
    />
  );
}

/** Name and date of birth as they are printed. */
export function PrintedFields({ fields, setField, problems, disabled, today }: FieldsProps) {
  return (
    <div className={classes.dates}>
      <TextInput
        label={words.printedFirstName}
        value={fields.legalFirstName ?? ""}
        maxLength={100}
        disabled={disabled}
        onChange={(event) => setField("legalFirstName", event.currentTarget.value)}
        error={problems.legalFirstName}
      />
      <TextInput
        label={words.printedLastName}
        value={fields.legalLastName ?? ""}
        maxLength={100}
        disabled={disabled}
        onChange={(event) => setField("legalLastName", event.currentTarget.value)}
        error={problems.legalLastName}
      />
      <DateInput
        label={words.printedBirthDate}
        value={fields.dateOfBirth ?? ""}
        max={today}
        disabled={disabled}
        onChange={(event) => setField("dateOfBirth", event.currentTarget.value)}
        error={problems.dateOfBirth}
      />
    </div>
  );
}
