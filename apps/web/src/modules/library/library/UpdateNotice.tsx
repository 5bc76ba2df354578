import { Button, Notice } from "@touchline/ui";
import classes from "./Library.module.css";
import type { Content } from "./queries.ts";

/** That what it was copied from has a newer version, and the way to it. */
export function UpdateNotice({ content }: { content: Content }) {
  const { contentId, origin, permittedActions, refusals } = content;
  if (!origin || origin.retired || origin.newest <= origin.version) return null;
  return (
    <div className={classes.failure}>
      <Notice tone="needs" title="An update is available">
        <p>
          The platform's library has version {origin.newest} of it; this is a copy of version {origin.version}. Nothing
          changes until you take it.
        </p>
        <div className={classes.noticeAct}>
          <Button
            small
            variant="secondary"
            label="Look at what is new"
            {...(permittedActions.includes("takeUpdate")
              ? { href: `/library/${contentId}/update` }
              : { disabledReason: refusals.takeUpdate })}
          />
        </div>
      </Notice>
    </div>
  );
}
