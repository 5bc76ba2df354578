import { TextLink } from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import classes from "./Duplicates.module.css";
import type { LikelyPair } from "./duplicate-queries.ts";
import { nameOf, placesText } from "./likeness.ts";
import { words } from "./words.ts";

/** Shows a profile with what distinguishes it from others of the same name. */
export function Entry({ entry }: { entry: LikelyPair["entries"][number] }) {
  const [first] = entry.memberships;
  return (
    <div className={classes.who}>
      <strong>
        {first ? <TextLink href={`/members/${first.profileLevelAccessId}`}>{nameOf(entry)}</TextLink> : nameOf(entry)}
      </strong>
      <span className={classes.quiet}>{placesText(entry)}</span>
      <span className={classes.quiet}>
        {[
          entry.email ?? words.noEmailAddress,
          entry.dateOfBirth ? words.bornOn({ day: dayText(entry.dateOfBirth) }) : null,
          entry.hasLogin ? words.hasLogin : words.noLogin,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </div>
  );
}
