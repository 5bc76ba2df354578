import type { AgeCount, ConditionMatch } from "@touchline/contract";
import { Select, TextInput } from "@touchline/ui";
import { useState } from "react";
import type { AssignmentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { words } from "./words.ts";

export interface Question {
  conditionId: string;
  question: string;
}

interface OnlySomeProps {
  assignment: AssignmentDraft;
  questions: readonly Question[];
  errorOf: (field: string) => string | undefined;
  onChange: (next: Partial<AssignmentDraft>) => void;
}

const counts: { value: AgeCount; label: string }[] = [
  { value: "Birthday", label: words.ageNow },
  { value: "Season", label: words.ageInSeason },
];
const matches: { value: ConditionMatch; label: string }[] = [
  { value: "All", label: words.allAnswers },
  { value: "Any", label: words.oneAnswer },
];
const answers = [
  { value: "", label: words.anyAnswer },
  { value: "yes", label: words.yes },
  { value: "no", label: words.no },
];

/** Limits an assignment by age and answers. Open if a limit is set. */
export function OnlySome({ assignment, questions, errorOf, onChange }: OnlySomeProps) {
  const { ages, conditions } = assignment;
  const says = ages.from !== "" || ages.to !== "" || conditions.answers.length > 0;
  // It stays open while its value is cleared to be typed again.
  const [opened, setOpened] = useState(says);
  const wrong = errorOf("ages.from") !== undefined || errorOf("ages.to") !== undefined;
  const answerOf = (id: string) => {
    const condition = conditions.answers.find((one) => one.conditionId === id);
    return condition === undefined ? "" : condition.answer ? "yes" : "no";
  };
  const answer = (conditionId: string, chosen: string | null) => {
    const others = conditions.answers.filter((one) => one.conditionId !== conditionId);
    const next = chosen === "yes" || chosen === "no" ? [...others, { conditionId, answer: chosen === "yes" }] : others;
    onChange({ conditions: { ...conditions, answers: next } });
  };
  return (
    <details open={opened || wrong} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={classes.summary}>{words.limitAssignment}</summary>
      <div className={classes.group}>
        <div className={classes.pair}>
          <TextInput
            label={words.minimumAge}
            inputMode="numeric"
            value={ages.from}
            onChange={(event) => onChange({ ages: { ...ages, from: event.target.value } })}
            error={errorOf("ages.from")}
          />
          <TextInput
            label={words.maximumAge}
            inputMode="numeric"
            value={ages.to}
            onChange={(event) => onChange({ ages: { ...ages, to: event.target.value } })}
            error={errorOf("ages.to")}
          />
          {(ages.from !== "" || ages.to !== "") && (
            <Select
              label={words.ageUsed}
              data={counts}
              allowDeselect={false}
              value={ages.by}
              onChange={(chosen) => onChange({ ages: { ...ages, by: chosen === "Season" ? "Season" : "Birthday" } })}
            />
          )}
        </div>
        {(ages.from !== "" || ages.to !== "") && <p className={classes.quiet}>{words.noBirthDate}</p>}
        {questions.map(({ conditionId, question }) => (
          <Select
            key={conditionId}
            label={question}
            data={answers}
            allowDeselect={false}
            value={answerOf(conditionId)}
            onChange={(chosen) => answer(conditionId, chosen)}
          />
        ))}
        {conditions.answers.length > 1 && (
          <Select
            label={words.answersMatch}
            data={matches}
            allowDeselect={false}
            value={conditions.match}
            onChange={(chosen) => onChange({ conditions: { ...conditions, match: chosen === "Any" ? "Any" : "All" } })}
          />
        )}
      </div>
    </details>
  );
}
