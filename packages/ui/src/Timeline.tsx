import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Tone } from "./status.ts";
import classes from "./Timeline.module.css";

export interface TimelineEvent {
  key: string;
  tone: Tone;
  icon: Icon;
  /** The event in a sentence. */
  text: ReactNode;
  /** When it happened, and who did it. */
  note: ReactNode;
}

/** A list of events in the given order. */
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
