import type { ComponentProps, ReactNode } from "react";
import classes from "./FilterButton.module.css";
import { IconChevronDown } from "./icons.ts";

export interface FilterButtonProps extends ComponentProps<"button"> {
  /** What is filtered, and by what where that is one thing: "Level: U12 Otters". */
  label: string;
  /** Something is filtered by it. */
  active?: boolean;
  /** How many it is filtered by, where these are several. */
  many?: number | undefined;
  /** In place of the sign that it opens something. */
  icon?: ReactNode;
}

/** A button above a list that says how the list is narrowed or ordered. */
export function FilterButton({ label, active = false, many, icon, ...button }: FilterButtonProps) {
  return (
    <button type="button" className={classes.button} data-active={active || undefined} {...button}>
      <span className={classes.words}>{label}</span>
      {many !== undefined && <span className={classes.count}>{many}</span>}
      {icon ?? <IconChevronDown aria-hidden="true" size={16} />}
    </button>
  );
}
