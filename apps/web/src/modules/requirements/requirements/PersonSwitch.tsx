import { useFollow } from "@touchline/ui";
import { worstOverall } from "./owed.ts";
import classes from "./PersonSwitch.module.css";
import { type Person, useOwedOf } from "./useOwed.ts";
import { switchText, words } from "./words.ts";

/** Switches between the reader and their children, with each one's status or next step. Each has an address. */
export function PersonSwitch({ people, current }: { people: readonly Person[]; current: string }) {
  const follow = useFollow();
  const owed = useOwedOf(people);
  return (
    <nav className={classes.switch} aria-label={words.personSwitch}>
      {people.map(({ profileId, firstName, guarded, profileLevelAccesses }) => {
        const status = worstOverall(profileLevelAccesses.map((one) => one.overallStatus));
        const href = `/requirements?person=${profileId}`;
        return (
          <a
            key={profileId}
            className={classes.person}
            href={href}
            aria-current={profileId === current ? "page" : undefined}
            onClick={(event) => follow(event, href)}
          >
            <span className={classes.name}>{guarded ? firstName : words.me}</span>
            <span className={classes.status}> {switchText(status, owed.get(profileId))}</span>
          </a>
        );
      })}
    </nav>
  );
}
