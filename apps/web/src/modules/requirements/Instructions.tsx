import type { ContentKind } from "@touchline/contract";
import { linkOf } from "@touchline/rules/content";
import { Button, IconExternalLink, Panel } from "@touchline/ui";
import type { Requirement } from "./queries.ts";
import classes from "./RequirementPage.module.css";
import { validityText } from "./words.ts";

/** What is said where the organization says nothing, by kind. */
const usual: Partial<Record<ContentKind, string>> = {
  waiver: "Read it to the end. Then tick the box and type your name.",
  video: "Watch it to the end. You can stop at any time and go on later.",
  "custom-training": "Take the training.",
};

/** What is asked, in the organization's own words, with the link it gives. */
export function Instructions({ requirement }: { requirement: Requirement }) {
  const { actions, settings } = requirement;
  const { instructions, validity } = settings;
  // Where it can be taken, opening it is the first step of doing it.
  const taken = settings.kind === "custom-training" && actions.includes("begin");
  const link = actions.includes("openDocumentLink") && !taken ? linkOf(settings) : null;
  return (
    <Panel title="What to do">
      <p className={classes.text}>{instructions.trim() || (usual[settings.kind] ?? "Send the document in.")}</p>
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
