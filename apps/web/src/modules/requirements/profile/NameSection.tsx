import { DateInput, TextInput, TextLink } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Profile.module.css";
import { type Details, putName } from "./queries.ts";
import { useSection } from "./useSection.ts";
import { words } from "./words.ts";

/** People in several organizations can have a name in each. */
function OwnName() {
  const { organization } = useActiveProfile();
  return (
    <>
      {words.ownNameHelp({ name: organization.name })}{" "}
      <TextLink href="/account/settings">{words.changeNameEverywhere}</TextLink>
    </>
  );
}

/** The name as in documents, and the date of birth, which is entered once. */
export function NameSection({ details }: { details: Details }) {
  const { profileId, firstName, lastName, dateOfBirth, refusals } = details;
  const bodyOf = (draft: { firstName: string; lastName: string; dateOfBirth: string }) => ({
    ...draft,
    profileId,
    dateOfBirth: draft.dateOfBirth || null,
  });
  const section = useSection({
    profileId,
    saved: { firstName, lastName, dateOfBirth: dateOfBirth ?? "" },
    check: async (draft) => (await import("./checks.ts")).checkName(bodyOf(draft)),
    save: (draft) => putName(bodyOf(draft)),
    notice: words.nameSaved,
    everywhere: true,
  });
  const { value, change, errors } = section;
  return (
    <SavedPart title={words.nameAndDateOfBirth} lead={details.relation === "self" && <OwnName />} part={section}>
      <div className={classes.pair}>
        <TextInput
          label={words.firstName}
          autoComplete={details.relation === "self" ? "given-name" : "off"}
          maxLength={100}
          value={value.firstName}
          onChange={(event) => change({ ...value, firstName: event.target.value })}
          error={errors.firstName}
        />
        <TextInput
          label={words.lastName}
          autoComplete={details.relation === "self" ? "family-name" : "off"}
          maxLength={100}
          value={value.lastName}
          onChange={(event) => change({ ...value, lastName: event.target.value })}
          error={errors.lastName}
        />
      </div>
      <DateInput
        label={words.dateOfBirth}
        description={
          refusals.dateOfBirth ??
          (dateOfBirth === null && details.relation !== "other" ? words.dateOfBirthHelp : undefined)
        }
        disabled={refusals.dateOfBirth !== null}
        value={value.dateOfBirth}
        onChange={(event) => change({ ...value, dateOfBirth: event.target.value })}
        error={errors.dateOfBirth}
      />
    </SavedPart>
  );
}
