import type { Icon } from "@tabler/icons-react";
import classes from "./StatusIcon.module.css";
import type { Tone } from "./status.ts";

interface StatusIconProps {
  icon: Icon;
  tone: Tone;
  small?: boolean;
}

/** The icon of a status in the color of its tone, next to text that names it. */
export function StatusIcon({ icon: Picture, tone, small = false }: StatusIconProps) {
  return (
    <Picture className={classes.icon} data-tone={tone} data-small={small || undefined} stroke={2} aria-hidden="true" />
  );
}
