import { organizationCountries, organizationCountryLabels } from "@touchline/contract";
import { states } from "@touchline/contract/regions";
import { countryWithStates } from "@touchline/rules";
import { Select, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../form-errors.ts";
import classes from "./GeneralFields.module.css";
import { words } from "./words.ts";

type Country = (typeof organizationCountries)[number];

interface General {
  website: string;
  phone: string;
  countryCode: Country;
  stateCode: string;
  cityName: string;
}

interface GeneralFieldsProps {
  value: General;
  onChange: (part: Partial<General>) => void;
  errors: FieldErrors;
  /** Where these are in what is sent: "details". */
  within: string;
  /** Whether the labels say which fields may stay empty, where others on the page may not. */
  marksOptional?: boolean;
}

const countries = organizationCountries.map((value) => ({ value, label: organizationCountryLabels[value] }));

/** How an organization is reached, and where it is. */
export function GeneralFields({ value, onChange, errors, within, marksOptional = false }: GeneralFieldsProps) {
  const named = (label: string) => (marksOptional ? words.optionalField({ label }) : label);
  const country = countryWithStates(value.countryCode);
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={named(words.websiteField)}
          type="url"
          placeholder="https://"
          value={value.website}
          maxLength={2000}
          onChange={(event) => onChange({ website: event.currentTarget.value })}
          error={errors[`${within}.website`]}
        />
        <TextInput
          label={named(words.phoneField)}
          type="tel"
          value={value.phone}
          maxLength={30}
          onChange={(event) => onChange({ phone: event.currentTarget.value })}
          error={errors[`${within}.phone`]}
        />
      </div>
      <div className={classes.pair}>
        <Select
          label={words.countryField}
          data={countries}
          allowDeselect={false}
          value={value.countryCode}
          onChange={(chosen) => onChange({ countryCode: (chosen ?? "Unknown") as Country, stateCode: "" })}
        />
        {country && (
          <Select
            label={named(country === "US" ? words.stateField : words.provinceField)}
            data={states
              .filter((state) => state.country === country)
              .map(({ stateId, name }) => ({ value: stateId.slice(3), label: name }))}
            searchable
            clearable
            value={value.stateCode || null}
            onChange={(chosen) => onChange({ stateCode: chosen ?? "" })}
            error={errors[`${within}.stateCode`]}
          />
        )}
        <TextInput
          label={named(words.cityField)}
          value={value.cityName}
          maxLength={100}
          onChange={(event) => onChange({ cityName: event.currentTarget.value })}
          error={errors[`${within}.cityName`]}
        />
      </div>
    </>
  );
}
