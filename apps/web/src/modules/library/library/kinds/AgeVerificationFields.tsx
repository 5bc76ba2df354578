import { gradeProofs, verificationKinds } from "@touchline/contract/library/content-settings";
import { Checkbox, Chips, Select } from "@touchline/ui";
import { MonthDaySelect } from "../../../../parts/MonthDaySelect.tsx";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import { DocumentChips } from "./DocumentChips.tsx";
import type { KindFieldsProps } from "./fields.ts";
import classes from "./Kinds.module.css";

const kinds = verificationKinds.map((value) => ({ value, label: value }));
const proofs = gradeProofs.map((value) => ({ value, label: value }));

/** Whether age, grade or both are verified. */
export function AgeVerificationFields({ settings, change, errors }: KindFieldsProps<"age-verification">) {
  const { verification } = settings;
  return (
    <>
      <Select
        label={words.verify}
        data={kinds}
        allowDeselect={false}
        value={verification}
        onChange={(value) => change({ verification: verificationKinds.find((one) => one === value) ?? "Age" })}
      />
      {verification !== "Grade" && (
        <DocumentChips
          selected={settings.documents}
          onChange={(documents) => change({ documents })}
          error={errors.documents}
        />
      )}
      {verification !== "Age" && (
        <Chips
          label={words.acceptedGradeProofs}
          options={proofs}
          selected={settings.proofs}
          onChange={(chosen) => change({ proofs: chosen })}
          error={errors.proofs}
        />
      )}
      {verification === "Age" && (
        <Checkbox
          label={words.completesOnMatch}
          description={words.completesOnMatchHelp}
          checked={settings.completesOnMatch}
          onChange={(event) => change({ completesOnMatch: event.currentTarget.checked })}
        />
      )}
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{words.ageGroups}</legend>
        <p className={classes.quiet}>{words.ageGroupsHelp}</p>
        <div className={classes.pair}>
          <MonthDaySelect
            value={settings.ageGroupCutoff}
            onChange={(ageGroupCutoff) => change({ ageGroupCutoff })}
            monthLabel={words.cutoffMonth}
            dayLabel={words.cutoffDay}
            dayError={errors["ageGroupCutoff.day"]}
          />
        </div>
      </fieldset>
      <AcceptedFilesField settings={settings} change={change} errors={errors} />
    </>
  );
}
