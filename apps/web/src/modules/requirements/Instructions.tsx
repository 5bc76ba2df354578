import { linkOf } from "@touchline/rules/content";
import { Button, IconExternalLink, Panel } from "@touchline/ui";
import type { Requirement } from "./queries.ts";
import classes from "./RequirementPage.module.css";
import { validityText } from "./words.ts";

/** Where the organization says nothing itself. */
const usualWords = ({ settings: { kind } }: Requirement) =>
  kind === "form" ? "Fill the form in, and send it." : "Send the document in.";

/** What is asked, in the organization's own words, with the link it gives. */
export function Instructions({ requirement }: { requirement: Requirement }) {
  const { instructions, validity } = requirement.settings;
  const link = requirement.actions.includes("openDocumentLink") ? linkOf(requirement.settings) : null;
  return (
    <Panel title="What to do">
      <p className={classes.text}>{instructions.trim() || usualWords(requirement)}</p>
      {link !== null && (
        <div className={classes.link}>
          <Button
            variant="secondary"
            href={link}
            target="_blank"
            label={`Open ${new URL(link).hostname}`}
            aria-label={`Open ${new URL(link).hostname} in a new tab`}
            rightIcon={<IconExternalLink aria-hidden />}
          />
        </div>
      )}
      <p className={`${classes.quiet} ${classes.link}`}>{validityText(validity)}</p>
    </Panel>
  );
}
