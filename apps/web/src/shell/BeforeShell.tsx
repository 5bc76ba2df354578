import { LoadingState } from "@touchline/ui";
import type { ReactNode } from "react";
import classes from "./AppShell.module.css";

/** The page while there is no shell yet: what went wrong, or what is being waited for. */
export function BeforeShell({ label, children }: { label: string; children?: ReactNode }) {
  return <main className={classes.before}>{children || <LoadingState label={label} />}</main>;
}
