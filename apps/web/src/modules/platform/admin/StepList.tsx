import { type CreationStep, creationSteps } from "@touchline/contract/setup/organization-creation";
import { Button, IconCircleCheck } from "@touchline/ui";
import classes from "./Admin.module.css";
import { stepNames } from "./creation.ts";
import type { Saving } from "./useDraft.ts";
import { words } from "./words.ts";

/** Shows the current step, with links to earlier ones. */
export function StepList({ current, onGo }: { current: CreationStep; onGo: (step: CreationStep) => void }) {
  const here = creationSteps.indexOf(current);
  return (
    <nav aria-label={words.steps}>
      <ol className={classes.steps}>
        {creationSteps.map((step, at) => (
          <li key={step} className={classes.step} data-state={at === here ? "here" : at < here ? "before" : "after"}>
            {at < here ? (
              <button type="button" className={classes.stepButton} onClick={() => onGo(step)}>
                <IconCircleCheck aria-hidden="true" size={20} />
                {stepNames[step]}
              </button>
            ) : (
              <span className={classes.stepButton} aria-current={at === here ? "step" : undefined}>
                <span className={classes.stepNumber} aria-hidden="true">
                  {at + 1}
                </span>
                {stepNames[step]}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const texts: Record<Saving, string> = {
  saved: words.saved,
  saving: words.saving,
  unsaved: words.saving,
  elsewhere: "",
  failed: words.saveFailed,
};

/** Whether what was typed is kept yet. */
export function SavedNote({ state, onRetry }: { state: Saving; onRetry: () => void }) {
  return (
    <span className={classes.saved} role="status" data-state={state}>
      {texts[state]}
      {state === "failed" && <Button small variant="tertiary" label={words.tryAgain} onClick={onRetry} />}
    </span>
  );
}
