import { Chips, TextInput } from "@touchline/ui";
import classes from "../Library.module.css";
import type { KindFieldsProps } from "./fields.ts";
import { PaperFields } from "./PaperFields.tsx";

const services = [
  { value: "DOJ" as const, label: "DOJ" },
  { value: "FBI" as const, label: "FBI" },
];

type Named = "ori" | "applicantType" | "jobTitle" | "agency" | "contact" | "mailCode";

/** As the request form has them. */
const fields: { name: Named; label: string; description?: string; most: number }[] = [
  { name: "ori", label: "ORI (optional)", description: "The code of the agency that the state gave you.", most: 20 },
  { name: "applicantType", label: "Type of applicant (optional)", most: 100 },
  { name: "jobTitle", label: "Job title (optional)", description: "At most 30 characters, as on the form.", most: 30 },
  { name: "agency", label: "Agency (optional)", description: "Your organization, as the state knows it.", most: 200 },
  { name: "contact", label: "Contact (optional)", most: 200 },
  { name: "mailCode", label: "Mail code (optional)", description: "Five digits.", most: 5 },
];

/** What the request for fingerprints says. */
export function LiveScanFields({ settings, change, errors }: KindFieldsProps<"live-scan">) {
  return (
    <>
      <p className={classes.quiet}>This is printed on the request that members take along.</p>
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
        label="Level of service"
        options={services}
        selected={settings.levelOfService}
        onChange={(levelOfService) => change({ levelOfService })}
        error={errors.levelOfService}
      />
      <PaperFields settings={settings} change={change} errors={errors} />
    </>
  );
}
