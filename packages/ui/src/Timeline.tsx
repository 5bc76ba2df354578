import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Tone } from "./status.ts";
import classes from "./Timeline.module.css";

export interface TimelineEvent {
  key: string;
  tone: Tone;
  icon: Icon;
  /** What happened, in a sentence. */
  text: ReactNode;
  /** When, and by whom. */
  note: ReactNode;
}

/** What happened, one event after the other, in the order given. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className={classes.timeline}>
      {events.map(({ key, tone, icon: Picture, text, note }) => (
        <li key={key} className={classes.event} data-tone={tone}>
          <span className={classes.icon}>
            <Picture aria-hidden="true" size={16} stroke={2} />
          </span>
          <div className={classes.words}>
            <p>{text}</p>
            <p className={classes.note}>{note}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
