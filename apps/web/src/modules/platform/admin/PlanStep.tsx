import { TextInput } from "@touchline/ui";
import classes from "./Admin.module.css";
import type { StepProps } from "./DetailsStep.tsx";
import { words } from "./words.ts";

/** The organization's plan. */
export function PlanStep({ content, errors, onChange }: StepProps) {
  const { plan } = content;
  const change = (part: Partial<typeof plan>) => onChange({ ...content, plan: { ...plan, ...part } });
  const amountProblem = (path: string) => (errors[path] ? words.amountInvalid : undefined);
  return (
    <div className={classes.fields}>
      <p className={classes.note}>{words.planHint}</p>
      <TextInput
        label={words.plan}
        value={plan.productName}
        maxLength={80}
        onChange={(event) => change({ productName: event.currentTarget.value })}
        error={errors["plan.productName"]}
      />
      <div className={classes.pair}>
        <TextInput
          label={words.monthAmount}
          inputMode="decimal"
          value={plan.monthUnitAmount}
          maxLength={20}
          onChange={(event) => change({ monthUnitAmount: event.currentTarget.value })}
          error={amountProblem("plan.monthUnitAmount")}
        />
        <TextInput
          label={words.yearAmount}
          inputMode="decimal"
          value={plan.yearUnitAmount}
          maxLength={20}
          onChange={(event) => change({ yearUnitAmount: event.currentTarget.value })}
          error={amountProblem("plan.yearUnitAmount")}
        />
      </div>
    </div>
  );
}
