import { Logo, SchemeMenu } from "@touchline/ui";
import type { ReactNode } from "react";
import classes from "./BareFrame.module.css";

/** What surrounds the pages outside the shell: the logo, one column, nothing else. */
export function BareFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo size={32} />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  );
}
