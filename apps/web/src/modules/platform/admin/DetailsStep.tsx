import { useQuery } from "@tanstack/react-query";
import type { DraftContent } from "@touchline/contract/setup/organization-creation";
import { Notice, Select, TextInput, TextLink } from "@touchline/ui";
import { useEffect, useState } from "react";
import type { FieldErrors } from "../../../form-errors.ts";
import { GeneralFields } from "../../../parts/GeneralFields.tsx";
import classes from "./Admin.module.css";
import { zoneOf } from "./creation.ts";
import { placeText } from "./OrganizationsPage.tsx";
import { alikeQuery } from "./queries.ts";
import { words } from "./words.ts";

export interface StepProps {
  content: DraftContent;
  errors: FieldErrors;
  onChange: (content: DraftContent) => void;
}

const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

/** The organization, its first administrator, and its billing email. */
export function DetailsStep({ content, errors, onChange }: StepProps) {
  const { general, admin, paySubscriptionOrganization: pay } = content;
  const changeGeneral = (part: Partial<typeof general>) => onChange({ ...content, general: { ...general, ...part } });
  const changeAdmin = (part: Partial<typeof admin>) => onChange({ ...content, admin: { ...admin, ...part } });
  const changePay = (part: Partial<typeof pay>) =>
    onChange({ ...content, paySubscriptionOrganization: { ...pay, ...part } });
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{words.organization}</legend>
        <TextInput
          label={words.name}
          value={general.name}
          maxLength={120}
          onChange={(event) => changeGeneral({ name: event.currentTarget.value })}
          error={errors["general.name"]}
        />
        <SameName name={general.name} />
        <GeneralFields
          value={general}
          onChange={(part) =>
            changeGeneral("stateCode" in part || "countryCode" in part ? { ...part, timeZone: "" } : part)
          }
          errors={errors}
          within="general"
          marksOptional
        />
        <Select
          label={words.timeZone}
          description={words.timeZoneHint}
          placeholder={words.chooseTimeZone}
          data={zones}
          searchable
          allowDeselect={false}
          limit={100}
          value={zoneOf(general)}
          onChange={(timeZone) => timeZone && changeGeneral({ timeZone })}
          error={errors["general.timeZone"]}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{words.firstAdministrator}</legend>
        <p className={classes.note}>{words.administratorHint}</p>
        <div className={classes.pair}>
          <TextInput
            label={words.firstName}
            value={admin.firstName}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => changeAdmin({ firstName: event.currentTarget.value })}
            error={errors["admin.firstName"]}
          />
          <TextInput
            label={words.lastName}
            value={admin.lastName}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => changeAdmin({ lastName: event.currentTarget.value })}
            error={errors["admin.lastName"]}
          />
        </div>
        <TextInput
          label={words.emailAddress}
          type="email"
          autoComplete="off"
          value={admin.email}
          maxLength={254}
          onChange={(event) => changeAdmin({ email: event.currentTarget.value })}
          error={errors["admin.email"]}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{words.billing}</legend>
        <p className={classes.note}>{words.billingHint}</p>
        <div className={classes.pair}>
          <TextInput
            label={words.billingEmail}
            type="email"
            autoComplete="off"
            value={pay.billingEmail}
            maxLength={254}
            onChange={(event) => changePay({ billingEmail: event.currentTarget.value })}
            error={errors["paySubscriptionOrganization.billingEmail"]}
          />
          <TextInput
            label={words.stripePriceId}
            value={pay.priceIdStripe}
            maxLength={255}
            onChange={(event) => changePay({ priceIdStripe: event.currentTarget.value })}
            error={errors["paySubscriptionOrganization.priceIdStripe"]}
          />
        </div>
      </fieldset>
    </>
  );
}

/** The pause in typing before the name is checked, in milliseconds. */
const pause = 400;

/** Says that there is one of this name already. It may be another of the same name, so nothing is refused. */
function SameName({ name }: { name: string }) {
  const [searchedName, setSearchedName] = useState(name.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSearchedName(name.trim()), pause);
    return () => clearTimeout(timer);
  }, [name]);
  const { data } = useQuery(alikeQuery(searchedName));
  if (!data || data.length === 0) return null;
  return (
    <Notice tone="needs" title={words.sameNameTitle}>
      {data.map((one) => (
        <p key={one.organizationId}>
          <TextLink href={`/admin/organizations/${one.organizationId}`} target="_blank">
            {one.name}
          </TextLink>
          {placeText(one) && `, ${placeText(one)}`}
        </p>
      ))}
      <p>{words.sameNameHint}</p>
    </Notice>
  );
}
