import { RequirementType } from "@touchline/contract";
import { linkOf } from "@touchline/rules/library/content";
import { Button, IconExternalLink, Panel } from "@touchline/ui";
import type { Requirement } from "./queries.ts";
import classes from "./RequirementPage.module.css";
import { othersDo, usualInstructions, validityText, words } from "./words.ts";

/** The types of which the flow opens the link where it can be taken: opening it is the first step of doing it, and is noted. */
const opensItself: ReadonlySet<RequirementType> = new Set([
  RequirementType.AbusePreventionTraining,
  RequirementType.CustomTraining,
]);

function usualWords({ settings, type }: Requirement): string {
  return settings.kind === "custom-training" && settings.packageFileId !== null
    ? words.trainingInstructions
    : usualInstructions[type];
}

/** The organization's instructions with its link. */
export function Instructions({ requirement, title = words.whatToDo }: { requirement: Requirement; title?: string }) {
  const { instructions, validity } = requirement.settings;
  const link = requirement.actions.includes("openDocumentLink") ? linkOf(requirement.settings) : null;
  const taken = opensItself.has(requirement.type) && requirement.actions.includes("begin");
  const theRest = othersDo[requirement.type];
  return (
    <Panel title={title}>
      <p className={classes.text}>{instructions.trim() || usualWords(requirement)}</p>
      {theRest && <p className={`${classes.quiet} ${classes.link}`}>{theRest}</p>}
      {link !== null && !taken && (
        <div className={classes.link}>
          <Button
            variant="secondary"
            href={link}
            target="_blank"
            label={words.open({ hostname: new URL(link).hostname })}
            aria-label={words.openInANewTab({ hostname: new URL(link).hostname })}
            rightIcon={<IconExternalLink aria-hidden />}
          />
        </div>
      )}
      <p className={`${classes.quiet} ${classes.link}`}>{validityText(validity)}</p>
    </Panel>
  );
}
