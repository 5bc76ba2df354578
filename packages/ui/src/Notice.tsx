import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "./icons.ts";
import classes from "./Notice.module.css";
import type { Tone } from "./status.ts";

const icons: Record<Tone, Icon> = {
  done: IconCircleCheck,
  needs: IconAlertTriangle,
  waits: IconInfoCircle,
  stop: IconCircleX,
  none: IconInfoCircle,
};

export interface NoticeProps {
  tone: Tone;
  title?: string | undefined;
  children: ReactNode;
  action?: ReactNode;
}

/** A message where it matters. An error is announced at once, others when the reader pauses. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const Picture = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={tone === "stop" ? "alert" : "status"}>
      <Picture className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        {title && <p className={classes.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
