import { useState } from "react";
import { momentText } from "./dates.ts";
import classes from "./LastSeen.module.css";
import { readLastSeen } from "./session/last-seen.ts";
import { words } from "./words.ts";

/** Where people stood when this device was online last; nothing if it isn't known. */
export function LastSeen() {
  const [people] = useState(readLastSeen);
  if (people.length === 0) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className={classes.panel} aria-labelledby="last-seen">
      <h2 className={classes.title} id="last-seen">
        {words.lastSeenTitle}
      </h2>
      <ul className={classes.list}>
        {people.map(({ profileId, name, title, details, next, at }) => (
          <li key={profileId}>
            <p className={classes.quiet}>{name}</p>
            <p className={classes.headline}>{title}</p>
            <p>{[...details, ...(next === null ? [] : [words.lastSeenNext({ name: next })])].join(" ")}</p>
            <p className={classes.quiet}>{words.lastSeenAt({ moment: momentText(at, zone) })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
