import { organizationCountries, organizationCountryLabels } from "@touchline/contract/enums";
import type { OrganizationSettings } from "@touchline/contract/organization-settings";
import { states } from "@touchline/contract/regions";
import { Select, TextInput } from "@touchline/ui";
import { SavedPart } from "../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";

const countries = organizationCountries.map((value) => ({ value, label: organizationCountryLabels[value] }));
const within = { UnitedStates: "US", Canada: "CA", Unknown: null, Other: null } as const;
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
    said: "The details were saved.",
  });
  const { value, change, errors } = part;
  const country = within[value.countryCode];
  return (
    <SavedPart
      title="Details"
      lead="The name stands in mails, on sign-up pages and at the top of the tree."
      part={part}
    >
      <div className={classes.pair}>
        <TextInput
          label="Name"
          value={value.name}
          maxLength={120}
          onChange={(event) => change({ ...value, name: event.currentTarget.value })}
          error={errors["details.name"]}
        />
        <TextInput
          label="Initials"
          value={value.initials}
          maxLength={4}
          onChange={(event) => change({ ...value, initials: event.currentTarget.value })}
          error={errors["details.initials"]}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Website"
          type="url"
          placeholder="https://"
          value={value.website}
          maxLength={2000}
          onChange={(event) => change({ ...value, website: event.currentTarget.value })}
          error={errors["details.website"]}
        />
        <TextInput
          label="Phone"
          type="tel"
          value={value.phone}
          maxLength={30}
          onChange={(event) => change({ ...value, phone: event.currentTarget.value })}
          error={errors["details.phone"]}
        />
      </div>
      <div className={classes.pair}>
        <Select
          label="Country"
          data={countries}
          allowDeselect={false}
          value={value.countryCode}
          onChange={(chosen) =>
            change({ ...value, countryCode: (chosen ?? "Unknown") as typeof value.countryCode, stateCode: "" })
          }
        />
        {country && (
          <Select
            label={country === "US" ? "State" : "Province"}
            data={states
              .filter((state) => state.country === country)
              .map(({ stateId, name }) => ({ value: stateId.slice(3), label: name }))}
            searchable
            clearable
            value={value.stateCode || null}
            onChange={(chosen) => change({ ...value, stateCode: chosen ?? "" })}
            error={errors["details.stateCode"]}
          />
        )}
        <TextInput
          label="City"
          value={value.cityName}
          maxLength={100}
          onChange={(event) => change({ ...value, cityName: event.currentTarget.value })}
          error={errors["details.cityName"]}
        />
      </div>
    </SavedPart>
  );
}
