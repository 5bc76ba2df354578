import { done as isDone } from "@touchline/rules/compliance/status";
import { OverallStatusBadge, overallTones } from "@touchline/ui";
import { reasonSentences } from "../../../standing/reasons.ts";
import { Why } from "../../../standing/Why.tsx";
import { type Owed, type OwedGroups, worstOverall } from "./owed.ts";
import type { MembershipRequirements } from "./queries.ts";
import classes from "./StandingPanel.module.css";
import { headline, words } from "./words.ts";

interface StandingPanelProps {
  memberships: readonly (MembershipRequirements & { plaId: string })[];
  groups: OwedGroups;
  /** Null for the reader's own standing. */
  childName: string | null;
  zone: string;
}

/** The person's overall status, the reasons for each membership, and the progress. */
export function StandingPanel({ memberships, groups, childName, zone }: StandingPanelProps) {
  const worst = worstOverall(memberships.map((one) => one.overallStatus));
  const { title, details } = headline(worst, groups, childName);
  const all: Owed[] = Object.values(groups).flat();
  const required = all.filter(({ requirement }) => requirement.mandatory);
  const total = required.length;
  const done = required.filter(({ requirement }) => isDone(requirement.status)).length;
  return (
    <section className={classes.panel} data-tone={overallTones[worst]} aria-label={words.statusPanel}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <OverallStatusBadge status={worst} />
      </div>
      {details.length > 0 && <p className={classes.text}>{details.join(" ")}</p>}
      {total > 0 && (
        <div className={classes.progress}>
          <progress className={classes.bar} max={total} value={done} aria-label={words.progress} />
          <span className={classes.count}>{words.requiredDone({ done, total })}</span>
        </div>
      )}
      <ul className={classes.memberships}>
        {memberships.map((one) => (
          <li key={one.plaId} className={classes.membership}>
            <span className={classes.name}>
              {words.labelAtLevel({ labelName: one.labelName, levelName: one.levelName })}
            </span>
            {memberships.length > 1 && <OverallStatusBadge status={one.overallStatus} />}
            <Why
              label={words.whyStatusAt({ role: one.labelName, level: one.levelName })}
              sentences={reasonSentences(one.reasons, zone)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
