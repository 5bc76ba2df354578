import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { TextInput } from "@touchline/ui";
import { GeneralFields } from "../../../parts/GeneralFields.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** Name, place and how the organization is reached. */
export function DetailsPart({ settings }: { settings: OrganizationSettings }) {
  const { website, phone, stateCode, cityName, ...always } = settings.details;
  const part = usePart({
    saved: {
      ...always,
      website: website ?? "",
      phone: phone ?? "",
      stateCode: stateCode ?? "",
      cityName: cityName ?? "",
    },
    sent: (draft) => ({
      details: {
        ...draft,
        website: orNull(draft.website),
        phone: orNull(draft.phone),
        stateCode: orNull(draft.stateCode),
        cityName: orNull(draft.cityName),
      },
    }),
    notice: words.detailsSaved,
  });
  const { value, change, errors } = part;
  return (
    <SavedPart title={words.details} lead={words.detailsAbout} part={part}>
      <div className={classes.pair}>
        <TextInput
          label={words.name}
          value={value.name}
          maxLength={120}
          onChange={(event) => change({ ...value, name: event.currentTarget.value })}
          error={errors["details.name"]}
        />
        <TextInput
          label={words.initials}
          value={value.initials}
          maxLength={4}
          onChange={(event) => change({ ...value, initials: event.currentTarget.value })}
          error={errors["details.initials"]}
        />
      </div>
      <GeneralFields
        value={value}
        onChange={(part) => change({ ...value, ...part })}
        errors={errors}
        within="details"
      />
    </SavedPart>
  );
}
