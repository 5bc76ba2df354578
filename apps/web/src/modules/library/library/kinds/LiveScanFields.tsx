import { Chips, TextInput } from "@touchline/ui";
import classes from "../Library.module.css";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";

const services = [
  { value: "DOJ" as const, label: words.doj },
  { value: "FBI" as const, label: words.fbi },
];

type Named = "ori" | "applicantType" | "jobTitle" | "agency" | "contact" | "mailCode";

/** As the request form has them. */
const fields: { name: Named; label: string; description?: string; most: number }[] = [
  { name: "ori", label: words.oriOptional, description: words.oriHint, most: 20 },
  { name: "applicantType", label: words.typeOfApplicantOptional, most: 100 },
  { name: "jobTitle", label: words.jobTitleOptional, description: words.jobTitleHint, most: 30 },
  { name: "agency", label: words.agencyOptional, description: words.agencyHint, most: 200 },
  { name: "contact", label: words.contactOptional, most: 200 },
  { name: "mailCode", label: words.mailCodeOptional, description: words.mailCodeHint, most: 5 },
];

/** What the request for fingerprints says. */
export function LiveScanFields({ settings, change, errors }: KindFieldsProps<"live-scan">) {
  return (
    <>
      <p className={classes.quiet}>{words.liveScanAbout}</p>
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
