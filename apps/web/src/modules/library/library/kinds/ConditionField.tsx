import type { FormCondition, FormField } from "@touchline/contract/library/form-definition";
import { valuesOf } from "@touchline/rules/requirements/form-definition";
import { Select } from "@touchline/ui";
import { words } from "../words.ts";
import classes from "./FormBuilder.module.css";

interface ConditionFieldProps {
  label: string;
  condition: FormCondition | null;
  /** The fields that a condition can refer to. */
  earlier: readonly FormField[];
  onChange: (condition: FormCondition | null) => void;
  error: string | undefined;
}

const always = "";
const texts = { is: words.answerIs, isNot: words.answerIsNot, answered: words.answerGiven } as const;
const wordOf = (value: string) => (value === "yes" ? words.yes : value === "no" ? words.no : value);

/** Always, or only if an earlier answer says so. */
export function ConditionField({ label, condition, earlier, onChange, error }: ConditionFieldProps) {
  const field = earlier.find(({ key }) => key === condition?.fieldKey);
  const values = field ? valuesOf(field) : [];
  const begin = (key: string) => {
    const chosen = earlier.find((one) => one.key === key);
    if (!chosen) return onChange(null);
    const [value] = valuesOf(chosen);
    onChange({ fieldKey: key, test: value === undefined ? "answered" : "is", value: value ?? "" });
  };
  const name = (one: FormField, index: number) => one.label || words.untitledNumber({ number: index + 1 });
  return (
    <div className={classes.condition}>
      <Select
        label={label}
        data={[
          { value: always, label: words.always },
          ...earlier.map((one, index) => ({ value: one.key, label: words.onlyIf({ name: name(one, index) }) })),
          ...(condition && !field ? [{ value: condition.fieldKey, label: words.onlyIfMissing }] : []),
        ]}
        allowDeselect={false}
        value={condition?.fieldKey ?? always}
        onChange={(value) => begin(value ?? always)}
        error={error}
      />
      {condition && field && values.length > 0 && (
        <Select
          label={words.condition}
          data={Object.entries(texts).map(([value, text]) => ({ value, label: text }))}
          allowDeselect={false}
          value={condition.test}
          onChange={(test) => {
            if (test)
              onChange({
                ...condition,
                test: test as FormCondition["test"],
                value: condition.value || (values[0] ?? ""),
              });
          }}
        />
      )}
      {condition && field && values.length > 0 && condition.test !== "answered" && (
        <Select
          label={words.answer}
          data={[...new Set([...values, condition.value])].map((value) => ({ value, label: wordOf(value) }))}
          allowDeselect={false}
          value={condition.value}
          onChange={(value) => value !== null && onChange({ ...condition, value })}
        />
      )}
    </div>
  );
}
