import { Button, Notice } from "@touchline/ui";
import classes from "./Library.module.css";
import type { Content } from "./queries.ts";
import { words } from "./words.ts";

/** Says that the template has a newer version, with a link to it. */
export function UpdateNotice({ content }: { content: Content }) {
  const { contentId, origin, permittedActions, refusals } = content;
  if (!origin || origin.retired || origin.newest <= origin.version) return null;
  return (
    <div className={classes.failure}>
      <Notice tone="needs" title={words.updateAvailable}>
        <p>{words.updateAbout({ newest: origin.newest, version: origin.version })}</p>
        <div className={classes.noticeAct}>
          <Button
            small
            variant="secondary"
            label={words.reviewUpdate}
            {...(permittedActions.includes("takeUpdate")
              ? { href: `/library/${contentId}/update` }
              : { disabledReason: refusals.takeUpdate })}
          />
        </div>
      </Notice>
    </div>
  );
}
