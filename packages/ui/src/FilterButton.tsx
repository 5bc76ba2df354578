import type { ComponentProps, ReactNode } from "react";
import classes from "./FilterButton.module.css";
import { IconChevronDown } from "./icons.ts";

export interface FilterButtonProps extends ComponentProps<"button"> {
  /** The filter's name, with its value if it is a single one: "Level: U12 Otters". */
  label: string;
  /** Whether the filter is active. */
  active?: boolean;
  /** The number of selected values, if there can be several. */
  many?: number | undefined;
  /** Replaces the icon that shows that it opens something. */
  icon?: ReactNode;
}

/** A button above a list that shows a filter or the order. */
export function FilterButton({ label, active = false, many, icon, ...button }: FilterButtonProps) {
  return (
    <button type="button" className={classes.button} data-active={active || undefined} {...button}>
      <span className={classes.words}>{label}</span>
      {many !== undefined && <span className={classes.count}>{many}</span>}
      {icon ?? <IconChevronDown aria-hidden="true" size={16} />}
    </button>
  );
}
