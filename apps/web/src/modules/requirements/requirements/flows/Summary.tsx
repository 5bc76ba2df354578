import type { FormAnswers } from "@touchline/contract/library/form-definition";
import { wantsCompletionDate } from "@touchline/rules/library/content";
import { answerLines, type VisibleSection } from "@touchline/rules/requirements/form";
import { Button, DateInput, Notice } from "@touchline/ui";
import { useState } from "react";
import { dayIn } from "../../../../dates.ts";
import { AnswerList } from "../../../../forms/AnswerList.tsx";
import classes from "../../../../forms/Forms.module.css";
import { serverNow } from "../../../../session/clock.ts";
import { keepTyped, typedAt } from "../../../../session/form-draft.ts";
import type { Requirement } from "../queries.ts";
import { asksValidUntil, draftProblems, type SubmissionDraft } from "../submission.ts";
import { sentTo, words } from "../words.ts";

interface Days {
  completedDate: string;
  validUntil: string;
}
/** Where this tab keeps the dates until the form is submitted. */
export const daysPlace = ({ requirementId, profileLevelAccessId }: Requirement) =>
  `formDays.${requirementId}.${profileLevelAccessId}`;

const areDays = (found: Partial<Days>) =>
  typeof found.completedDate === "string" && typeof found.validUntil === "string";

export type SummaryDays = { completedDate?: string; validUntil?: string };

interface SummaryProps {
  requirement: Requirement;
  zone: string;
  sections: readonly VisibleSection[];
  answers: FormAnswers;
  files: readonly { fileId: string; name: string }[];
  /** Errors by the key of the field, and of the dates. */
  problems: Readonly<Record<string, string>>;
  sending: boolean;
  failure: string | null;
  /** Whether all answers are on the server. */
  saved: boolean;
  reviewed: boolean;
  onEdit: (key: string) => void;
  onBack: () => void;
  onSend: (days: SummaryDays) => void;
}

/** Shows all answers before submitting, with what is still missing. */
export function Summary(props: SummaryProps) {
  const { requirement, zone, sections, answers, files, problems, sending, failure, saved, reviewed } = props;
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const keptAt = daysPlace(requirement);
  // Filled in here, it is done today, unless the reader says otherwise.
  const [days, choose] = useState<Days>(
    () => typedAt<Days>(keptAt, areDays) ?? { completedDate: today, validUntil: "" },
  );
  const setDays = (next: Days) => {
    keepTyped(keptAt, next);
    choose(next);
  };
  const [tried, setTried] = useState(false);
  const draft: SubmissionDraft = { files: [], ...days };
  const { completedDate, validUntil } = draftProblems(draft, requirement, today);
  const lacking = sections.filter(({ fields }) => fields.some(({ key }) => problems[key] !== undefined));
  const send = () => {
    setTried(true);
    const [first] = lacking;
    if (first || completedDate || validUntil) return;
    props.onSend({
      ...(days.completedDate && { completedDate: days.completedDate }),
      ...(days.validUntil && { validUntil: days.validUntil }),
    });
  };
  return (
    <>
      {lacking.length > 0 && (
        <Notice tone="needs" title={words.missingAnswersTitle}>
          {words.missingAnswersIn({ sections: lacking.map(({ title }) => title).join(", ") })}
        </Notice>
      )}
      <AnswerList
        onEdit={props.onEdit}
        sections={sections.map(({ key, title, fields }) => ({
          key,
          title,
          answers: fields.map((field) => {
            const answer = answers[field.key];
            const lines =
              answer === undefined
                ? []
                : answerLines(field, answer, (fileId) => files.find((file) => file.fileId === fileId)?.name);
            return { key: field.key, label: field.label, lines, problem: problems[field.key] };
          }),
        }))}
      />
      {wantsCompletionDate(requirement.settings) && (
        <DateInput
          label={words.completedOn}
          description={words.filledInOnHelp}
          value={days.completedDate}
          max={today}
          disabled={sending}
          onChange={(event) => setDays({ ...days, completedDate: event.currentTarget.value })}
          error={tried ? (completedDate ?? problems.completedDate) : undefined}
        />
      )}
      {asksValidUntil(requirement) && (
        <DateInput
          label={reviewed ? words.validUntilIfKnown : words.validUntil}
          description={words.validUntilHelp}
          value={days.validUntil}
          min={today}
          disabled={sending}
          onChange={(event) => setDays({ ...days, validUntil: event.currentTarget.value })}
          error={tried ? (validUntil ?? problems.validUntil) : undefined}
        />
      )}
      {failure && (
        <Notice tone="stop" title={words.notSubmitted}>
          {saved ? words.notSubmittedAnswersSaved({ message: failure }) : failure}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button variant="secondary" label={words.back} disabled={sending} onClick={props.onBack} />
        <Button
          label={failure ? words.tryAgain : words.submit}
          loading={sending}
          disabledReason={lacking.length > 0 ? words.answersMissing : undefined}
          disabled={lacking.length > 0}
          onClick={send}
        />
      </div>
      <p className={classes.quiet}>{reviewed ? sentTo(requirement) : words.countsAtOnce}</p>
    </>
  );
}
