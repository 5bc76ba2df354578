import { leastConsentYears, type OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { Checkbox, TextInput, TextLink } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

interface PartProps {
  settings: OrganizationSettings;
}

const languages = [
  { key: "en", label: words.english },
  { key: "es", label: words.spanish },
] as const;

/** The languages of the organization's emails. */
export function LanguagesPart({ settings }: PartProps) {
  const part = usePart({
    saved: settings.languages,
    sent: (chosen) => ({ languages: chosen }),
    notice: words.languagesSaved,
  });
  const { value, change, errors } = part;
  return (
    <SavedPart
      title={words.languages}
      lead={words.languagesAbout}
      part={part}
      hindrance={value.length === 0 ? words.chooseLanguage : undefined}
    >
      <fieldset className={classes.roles}>
        <legend className={classes.legend}>{words.languagesOffered}</legend>
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

/** What Managers may do. */
export function ManagersPart({ settings }: PartProps) {
  const part = usePart({
    saved: settings.managers,
    sent: (managers) => ({ managers }),
    notice: words.savedEffectiveNow,
  });
  const { value, change } = part;
  return (
    <SavedPart title={words.managers} lead={words.managersAbout} part={part}>
      <Checkbox
        label={words.managersReview}
        description={words.managersReviewHint}
        checked={value.review}
        onChange={(event) => change({ ...value, review: event.currentTarget.checked })}
      />
      <Checkbox
        label={words.managersEditLibrary}
        description={words.managersEditLibraryHint}
        checked={value.editContent}
        onChange={(event) => change({ ...value, editContent: event.currentTarget.checked })}
      />
    </SavedPart>
  );
}

/** Whether minors may use the support chat. Only where there is one. */
export function ChatPart({ settings }: PartProps) {
  const part = usePart({
    saved: settings.chatForMinors ?? false,
    sent: (chatForMinors) => ({ chatForMinors }),
    notice: words.savedEffectiveNow,
  });
  const { value, change } = part;
  return (
    <SavedPart title={words.chat} lead={words.chatAbout} part={part}>
      <Checkbox
        label={words.chatForMinors}
        description={words.chatForMinorsHint}
        checked={value}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </SavedPart>
  );
}

/** Retention periods. */
export function RetentionPart({ settings }: PartProps) {
  const { consentYears, outcomeYears, incidentYears } = settings.retention;
  const part = usePart({
    saved: {
      ...{ consentYears: String(consentYears), outcomeYears: String(outcomeYears) },
      incidentYears: String(incidentYears),
    },
    sent: (draft) => ({
      retention: {
        ...{ consentYears: Number(draft.consentYears), outcomeYears: Number(draft.outcomeYears) },
        incidentYears: Number(draft.incidentYears),
      },
    }),
    notice: words.retentionSaved,
  });
  const { value, change, errors } = part;
  return (
    <SavedPart title={words.retention} lead={words.retentionAbout} part={part}>
      <div className={classes.pair}>
        <TextInput
          label={words.consentYears}
          description={words.consentYearsHint({ years: leastConsentYears })}
          inputMode="numeric"
          maxLength={2}
          value={value.consentYears}
          onChange={(event) => change({ ...value, consentYears: event.currentTarget.value })}
          error={errors["retention.consentYears"]}
        />
        <TextInput
          label={words.screeningYears}
          description={words.screeningYearsHint}
          inputMode="numeric"
          maxLength={2}
          value={value.outcomeYears}
          onChange={(event) => change({ ...value, outcomeYears: event.currentTarget.value })}
          error={errors["retention.outcomeYears"]}
        />
        <TextInput
          label={words.incidentYears}
          description={words.incidentYearsHint}
          inputMode="numeric"
          maxLength={2}
          value={value.incidentYears}
          onChange={(event) => change({ ...value, incidentYears: event.currentTarget.value })}
          error={errors["retention.incidentYears"]}
        />
      </div>
      <p>
        <TextLink href="/audit/disposals">{words.disposals}</TextLink>
      </p>
    </SavedPart>
  );
}
