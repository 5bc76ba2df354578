import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

export interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** What to do next, in one or two sentences. */
  children: ReactNode;
  action?: ReactNode;
}

/** Says that there is nothing to show, with the next step. */
export function EmptyState({ icon: Picture, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Picture aria-hidden="true" stroke={1.5} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
