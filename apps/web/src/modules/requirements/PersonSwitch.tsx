import { useFollow } from "@touchline/ui";
import classes from "./PersonSwitch.module.css";
import type { Person } from "./RequirementsPage.tsx";

/** Oneself and the children one guards, one at a time; each has an address. */
export function PersonSwitch({ people, current }: { people: readonly Person[]; current: string }) {
  const follow = useFollow();
  return (
    <nav className={classes.switch} aria-label="Whose requirements">
      {people.map(({ profileId, firstName, guarded }) => {
        const href = `/requirements?person=${profileId}`;
        return (
          <a
            key={profileId}
            className={classes.person}
            href={href}
            aria-current={profileId === current ? "page" : undefined}
            onClick={(event) => follow(event, href)}
          >
            {guarded ? firstName : "Me"}
          </a>
        );
      })}
    </nav>
  );
}
