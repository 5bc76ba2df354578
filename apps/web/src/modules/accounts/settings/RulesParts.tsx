import { leastConsentYears, type OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { Checkbox, TextInput } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";

interface PartProps {
  settings: OrganizationSettings;
}

const languages = [
  { key: "en", label: "English" },
  { key: "es", label: "Español" },
] as const;

/** In which languages the organization writes to people. */
export function LanguagesPart({ settings }: PartProps) {
  const part = usePart({
    saved: settings.languages,
    sent: (chosen) => ({ languages: chosen }),
    said: "The languages were saved.",
  });
  const { value, change, errors } = part;
  return (
    <SavedPart
      title="Languages"
      lead="Mails are written in the language that somebody has chosen, as far as it is offered here."
      part={part}
      hindrance={value.length === 0 ? "Offer at least one language." : undefined}
    >
      <fieldset className={classes.roles}>
        <legend className={classes.legend}>Offered</legend>
        {languages.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={value.includes(key)}
            onChange={(event) =>
              change(
                languages
                  .map((one) => one.key)
                  .filter((one) => (one === key ? event.currentTarget.checked : value.includes(one))),
              )
            }
            error={errors.languages}
          />
        ))}
      </fieldset>
    </SavedPart>
  );
}

/** What is left to Managers. */
export function ManagersPart({ settings }: PartProps) {
  const part = usePart({
    saved: settings.managers,
    sent: (managers) => ({ managers }),
    said: "Saved. It holds from everybody's next click on.",
  });
  const { value, change } = part;
  return (
    <SavedPart
      title="Managers"
      lead="What Managers may do at their levels, beside seeing and reminding people."
      part={part}
    >
      <Checkbox
        label="Managers review"
        description="Documents and trainings, never screenings or proofs of identity and age"
        checked={value.review}
        onChange={(event) => change({ ...value, review: event.currentTarget.checked })}
      />
      <Checkbox
        label="Managers edit the library"
        description="Requirements of their own levels, and to whom they are assigned"
        checked={value.editContent}
        onChange={(event) => change({ ...value, editContent: event.currentTarget.checked })}
      />
    </SavedPart>
  );
}

/** How long things are kept. */
export function RetentionPart({ settings }: PartProps) {
  const { consentYears, outcomeYears } = settings.retention;
  const part = usePart({
    saved: { consentYears: String(consentYears), outcomeYears: String(outcomeYears) },
    sent: (draft) => ({
      retention: { consentYears: Number(draft.consentYears), outcomeYears: Number(draft.outcomeYears) },
    }),
    said: "The years were saved.",
  });
  const { value, change, errors } = part;
  return (
    <SavedPart title="How long things are kept" lead="Nothing of this is disposed of earlier." part={part}>
      <div className={classes.pair}>
        <TextInput
          label="Consents and signatures, in years"
          description={`At least ${leastConsentYears}.`}
          inputMode="numeric"
          maxLength={2}
          value={value.consentYears}
          onChange={(event) => change({ ...value, consentYears: event.currentTarget.value })}
          error={errors["retention.consentYears"]}
        />
        <TextInput
          label="Outcomes of screenings, in years"
          description="Five are usual."
          inputMode="numeric"
          maxLength={2}
          value={value.outcomeYears}
          onChange={(event) => change({ ...value, outcomeYears: event.currentTarget.value })}
          error={errors["retention.outcomeYears"]}
        />
      </div>
    </SavedPart>
  );
}
