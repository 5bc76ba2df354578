import { countryCodes } from "@touchline/contract/regions";
import { Select, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../form-errors.ts";
import classes from "./InformationFields.module.css";
import { type InformationDraft, taxIdKindsOf } from "./information.ts";
import { words } from "./words.ts";

const countryNames = new Intl.DisplayNames("en-US", { type: "region", fallback: "code" });
const countries = countryCodes
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label));

const regionLabels: Record<string, string> = { US: words.state, CA: words.province };
const taxIdLabels: Record<string, string> = {
  us_ein: words.ein,
  ca_bn: words.businessNumber,
  ca_gst_hst: words.gstNumber,
};

interface InformationFieldsProps {
  value: InformationDraft;
  errors: FieldErrors;
  onChange: (changed: Partial<InformationDraft>) => void;
}

/** Whom invoices are made out to: the name, email, address and tax number. */
export function InformationFields({ value, errors, onChange: change }: InformationFieldsProps) {
  const field = (name: keyof InformationDraft) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const kinds = taxIdKindsOf(value.country);
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={words.billedTo}
          {...field("name")}
          maxLength={200}
          autoComplete="organization"
          error={errors.name}
        />
        <TextInput
          label={words.billingEmail}
          {...field("email")}
          type="email"
          maxLength={254}
          autoComplete="email"
          error={errors.email}
        />
      </div>
      <Select
        label={words.country}
        data={countries}
        searchable
        allowDeselect={false}
        value={value.country}
        onChange={(country) => country && change({ country, taxIdType: taxIdKindsOf(country)[0] ?? "" })}
        error={errors["address.country"]}
      />
      <TextInput
        label={words.address1}
        {...field("line1")}
        maxLength={200}
        autoComplete="address-line1"
        error={errors["address.line1"]}
      />
      <TextInput
        label={words.address2}
        {...field("line2")}
        maxLength={200}
        autoComplete="address-line2"
        error={errors["address.line2"]}
      />
      <div className={classes.three}>
        <TextInput
          label={words.city}
          {...field("city")}
          maxLength={100}
          autoComplete="address-level2"
          error={errors["address.city"]}
        />
        <TextInput
          label={regionLabels[value.country] ?? words.region}
          {...field("state")}
          maxLength={100}
          autoComplete="address-level1"
          error={errors["address.state"]}
        />
        <TextInput
          label={value.country === "US" ? words.zip : words.postalCode}
          {...field("postalCode")}
          maxLength={20}
          autoComplete="postal-code"
          error={errors["address.postalCode"]}
        />
      </div>
      {kinds.length > 0 && (
        <div className={classes.pair}>
          {kinds.length > 1 && (
            <Select
              label={words.taxIdKind}
              data={kinds.map((kind) => ({ value: kind, label: words.taxIdKinds[kind as "ca_bn"] }))}
              allowDeselect={false}
              value={value.taxIdType}
              onChange={(taxIdType) => taxIdType && change({ taxIdType })}
            />
          )}
          <TextInput
            label={taxIdLabels[value.taxIdType] ?? words.ein}
            description={value.country === "US" ? words.einHelp : words.caTaxIdHelp}
            {...field("taxId")}
            maxLength={30}
            error={errors["taxId.value"]}
          />
        </div>
      )}
    </>
  );
}
