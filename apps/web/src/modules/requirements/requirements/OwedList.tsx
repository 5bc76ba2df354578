import { IconChevronRight, RequirementStatusBadge, useFollow } from "@touchline/ui";
import { type ReactNode, useId } from "react";
import { requirementSentence } from "../../../standing/reasons.ts";
import { Why } from "../../../standing/Why.tsx";
import { InterestButton } from "./InterestButton.tsx";
import classes from "./OwedList.module.css";
import { isDeclinable, type Owed, requirementHref } from "./owed.ts";
import { effortText, othersTurn, standsText, words } from "./words.ts";

interface OwedListProps {
  title: string;
  owed: readonly Owed[];
  zone: string;
  /** Whether the reader has to complete them, so that durations are shown. */
  toDo?: boolean;
  /** For optional ones: whether a button declines them, or asks for them again. */
  interest?: "decline" | "askAgain";
}

/** Requirements of one group; nothing at all when there are none. */
export function OwedList({ title, owed, zone, toDo = false, interest }: OwedListProps) {
  const id = useId();
  if (owed.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={classes.title} id={id}>
        {title} <span className={classes.count}>{owed.length}</span>
      </h2>
      <ul className={classes.list}>
        {owed.map((one) => (
          <OwedLine key={one.requirement.requirementId} owed={one} zone={zone} toDo={toDo}>
            {interest && isDeclinable(one.requirement) && (
              <InterestButton owed={one} declines={interest === "decline"} />
            )}
          </OwedLine>
        ))}
      </ul>
    </section>
  );
}

interface OwedLineProps {
  owed: Owed;
  zone: string;
  toDo: boolean;
  children: ReactNode;
}

function OwedLine({ owed, zone, toDo, children }: OwedLineProps) {
  const follow = useFollow();
  const { requirement, reasons } = owed;
  const href = requirementHref(owed);
  const sentences = [...new Set(reasons.map((reason) => requirementSentence(reason, zone)))];
  return (
    <li className={classes.line}>
      <a className={classes.link} href={href} onClick={(event) => follow(event, href)}>
        <span className={classes.name}>{requirement.name}</span>
        <IconChevronRight aria-hidden="true" size={18} />
      </a>
      <div className={classes.facts}>
        <RequirementStatusBadge status={requirement.status} />
        <span className={classes.stands}>
          {[
            requirement.changesRequested && words.changesRequested,
            requirement.draft && words.startedNotFinished,
            othersTurn(requirement),
            standsText(requirement, zone),
            toDo && !requirement.draft && effortText(requirement),
          ]
            .filter(Boolean)
            .join(" ")}
        </span>
      </div>
      <Why
        label={words.whyStatusOf({ name: requirement.name })}
        sentences={sentences.map((text) => ({ key: text, text }))}
      />
      {children}
    </li>
  );
}
