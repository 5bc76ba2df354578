import { type ReactNode, useId } from "react";
import classes from "./Panel.module.css";

export interface PanelProps {
  title: string;
  /** Shown next to the title: a count or a badge. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** The content reaches the panel's edges, like a table. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a page with a title, which screen readers can find by its name. */
export function Panel({ title, badge, actions, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {badge}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
