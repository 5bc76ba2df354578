import { leastConsentYears, type OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { Checkbox, TextInput } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

interface PartProps {
  settings: OrganizationSettings;
}

const languages = [
  { key: "en", label: words.english },
  { key: "es", label: words.espaOl },
] as const;

/** In which languages the organization writes to people. */
export function LanguagesPart({ settings }: PartProps) {
  const part = usePart({
    saved: settings.languages,
    sent: (chosen) => ({ languages: chosen }),
    said: words.theLanguagesWereSaved,
  });
  const { value, change, errors } = part;
  return (
    <SavedPart
      title={words.languages}
      lead={words.mailsAreWrittenInThe}
      part={part}
      hindrance={value.length === 0 ? words.offerAtLeastOneLanguage : undefined}
    >
      <fieldset className={classes.roles}>
        <legend className={classes.legend}>{words.offered}</legend>
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
    said: words.savedItHoldsFromEverybodys,
  });
  const { value, change } = part;
  return (
    <SavedPart title={words.managers} lead={words.whatManagersMayDoAt} part={part}>
      <Checkbox
        label={words.managersReview}
        description={words.documentsAndTrainingsNeverScreenings}
        checked={value.review}
        onChange={(event) => change({ ...value, review: event.currentTarget.checked })}
      />
      <Checkbox
        label={words.managersEditTheLibrary}
        description={words.requirementsOfTheirOwnLevels}
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
    said: words.theYearsWereSaved,
  });
  const { value, change, errors } = part;
  return (
    <SavedPart title={words.howLongThingsAreKept} lead={words.nothingOfThisIsDisposed} part={part}>
      <div className={classes.pair}>
        <TextInput
          label={words.consentsAndSignaturesInYears}
          description={words.atLeast({ leastConsentYears })}
          inputMode="numeric"
          maxLength={2}
          value={value.consentYears}
          onChange={(event) => change({ ...value, consentYears: event.currentTarget.value })}
          error={errors["retention.consentYears"]}
        />
        <TextInput
          label={words.outcomesOfScreeningsInYears}
          description={words.fiveAreUsual}
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
