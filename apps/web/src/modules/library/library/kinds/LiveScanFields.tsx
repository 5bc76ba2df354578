import { missingFormFacts, type RequiredFormFact } from "@touchline/rules/screening/live-scan";
import { Chips, Notice, TextInput } from "@touchline/ui";
import classes from "../Library.module.css";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";

const services = [
  { value: "DOJ" as const, label: words.doj },
  { value: "FBI" as const, label: words.fbi },
];

type Named = RequiredFormFact | "contact" | "contactPhone" | "ocaNumber" | "billingNumber";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Labels as on the request form. */
const fields: { name: Named; label: string; description?: string; most: number }[] = [
  { name: "ori", label: words.oriOptional, description: words.oriHint, most: 20 },
  { name: "applicantType", label: words.typeOfApplicantOptional, most: 100 },
  { name: "jobTitle", label: words.jobTitleOptional, description: words.jobTitleHint, most: 30 },
  { name: "agency", label: words.agencyOptional, description: words.agencyHint, most: 200 },
  { name: "mailCode", label: words.mailCodeOptional, description: words.mailCodeHint, most: 5 },
  { name: "agencyStreet", label: words.agencyStreetOptional, most: 100 },
  { name: "agencyCity", label: words.agencyCityOptional, description: words.agencyCityHint, most: 100 },
  { name: "contact", label: words.contactOptional, most: 200 },
  { name: "contactPhone", label: words.contactPhoneOptional, most: 30 },
  { name: "ocaNumber", label: words.ocaNumberOptional, description: words.ocaNumberHint, most: 30 },
  { name: "billingNumber", label: words.billingNumberOptional, most: 30 },
];

/** Settings printed on the request for fingerprints. */
export function LiveScanFields({ settings, change, errors }: KindFieldsProps<"live-scan">) {
  const missing = missingFormFacts(settings);
  return (
    <>
      <p className={classes.quiet}>{words.liveScanAbout}</p>
      {missing.length > 0 && (
        <Notice tone="none" title={words.noRequestFormYet}>
          {words.noRequestFormYetHelp({ facts: list.format(missing.map((name) => words.formFacts[name])) })}
        </Notice>
      )}
      {fields.map(({ name, label, description, most }) => (
        <TextInput
          key={name}
          label={label}
          description={description}
          maxLength={most}
          value={settings[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          error={errors[name]}
        />
      ))}
      <Chips
        label={words.levelOfService}
        options={services}
        selected={settings.levelOfService}
        onChange={(levelOfService) => change({ levelOfService })}
        error={errors.levelOfService}
      />
      <AcceptedFilesField settings={settings} change={change} errors={errors} />
    </>
  );
}
