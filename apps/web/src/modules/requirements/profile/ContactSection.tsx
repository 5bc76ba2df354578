import { states, statesKnownOf } from "@touchline/contract/regions";
import { TextInput } from "@touchline/ui";
import { LaterSelect } from "../../../parts/LaterSelect.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { countryName } from "./countries.ts";
import classes from "./Profile.module.css";
import { type Details, putProfile } from "./queries.ts";
import { useSection } from "./useSection.ts";
import { words } from "./words.ts";

const stateChoices = statesKnownOf.map((country) => ({
  group: countryName(country),
  items: states
    .filter((state) => state.country === country)
    .map(({ stateId, name }) => ({ value: stateId, label: name })),
}));

/** A person's contact information. */
export function ContactSection({ details }: { details: Details }) {
  const { profileId, refusals, relation } = details;
  const bodyOf = (draft: Details["contactInformation"]) => ({
    contactInformation: { ...draft, email: draft.email?.trim() || null },
  });
  const section = useSection({
    profileId,
    saved: details.contactInformation,
    check: async (draft) => (await import("./checks.ts")).checkContact(bodyOf(draft).contactInformation),
    save: (draft) => putProfile(profileId, bodyOf(draft)),
    notice: words.contactSaved,
  });
  const { value, change, errors } = section;
  const own = (token: string) => (relation === "self" ? token : "off");
  return (
    <SavedPart title={words.contact} part={section}>
      <TextInput
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete={own("email")}
        maxLength={254}
        description={refusals.email ?? undefined}
        disabled={refusals.email !== null}
        value={value.email ?? ""}
        onChange={(event) => change({ ...value, email: event.target.value || null })}
        error={errors["contactInformation.email"]}
      />
      <TextInput
        label={words.phone}
        type="tel"
        autoComplete={own("tel")}
        maxLength={40}
        value={value.phone}
        onChange={(event) => change({ ...value, phone: event.target.value })}
        error={errors["contactInformation.phone"]}
      />
      <TextInput
        label={words.address}
        description={words.addressHelp}
        autoComplete={own("street-address")}
        maxLength={300}
        value={value.address}
        onChange={(event) => change({ ...value, address: event.target.value })}
        error={errors["contactInformation.address"]}
      />
      <div className={classes.pair}>
        <TextInput
          label={words.city}
          autoComplete={own("address-level2")}
          maxLength={100}
          value={value.city}
          onChange={(event) => change({ ...value, city: event.target.value })}
          error={errors["contactInformation.city"]}
        />
        <LaterSelect
          label={words.stateOrProvince}
          shown={states.find((one) => one.stateId === value.stateId)?.name ?? ""}
          placeholder={words.chooseState}
          searchable
          clearable
          clearButtonProps={{ "aria-label": words.clearState }}
          data={stateChoices}
          value={value.stateId}
          onChange={(stateId) => change({ ...value, stateId })}
          error={errors["contactInformation.stateId"]}
        />
      </div>
    </SavedPart>
  );
}
