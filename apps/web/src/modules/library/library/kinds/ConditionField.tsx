import type { FormCondition, FormField } from "@touchline/contract/requirements/form-definition";
import { valuesOf } from "@touchline/rules/requirements/form-definition";
import { Select } from "@touchline/ui";
import classes from "./FormBuilder.module.css";

interface ConditionFieldProps {
  label: string;
  condition: FormCondition | null;
  /** Those that may be asked for. */
  earlier: readonly FormField[];
  onChange: (condition: FormCondition | null) => void;
  error: string | undefined;
}

const always = "";
const words = { is: "is", isNot: "is something else than", answered: "is answered" } as const;
const wordOf = (value: string) => (value === "yes" ? "Yes" : value === "no" ? "No" : value);

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
  const name = (one: FormField, index: number) => one.label || `Question ${index + 1}, without a name`;
  return (
    <div className={classes.condition}>
      <Select
        label={label}
        data={[
          { value: always, label: "Always" },
          ...earlier.map((one, index) => ({ value: one.key, label: `Only if: ${name(one, index)}` })),
          ...(condition && !field
            ? [{ value: condition.fieldKey, label: "Only if: a question that is not before it" }]
            : []),
        ]}
        allowDeselect={false}
        value={condition?.fieldKey ?? always}
        onChange={(value) => begin(value ?? always)}
        error={error}
      />
      {condition && field && values.length > 0 && (
        <Select
          label="How it was answered"
          data={Object.entries(words).map(([value, text]) => ({ value, label: text }))}
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
          label="Answer"
          data={[...new Set([...values, condition.value])].map((value) => ({ value, label: wordOf(value) }))}
          allowDeselect={false}
          value={condition.value}
          onChange={(value) => value !== null && onChange({ ...condition, value })}
        />
      )}
    </div>
  );
}
