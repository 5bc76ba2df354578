import classes from "./Logo.module.css";
import { words } from "./words.ts";

/** The mark: the corner of a pitch, its arc and the line that play must not cross. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" className={classes.field} />
      <path d="M8 4v20h20" className={classes.line} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M8 14a10 10 0 0 1 10 10" className={classes.line} strokeWidth="2" strokeLinecap="round" />
      <circle cx="21.5" cy="10.5" r="3" className={classes.ball} />
    </svg>
  );
}

/** The mark with the name. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={classes.logo} role="img" aria-label={words.product}>
      <LogoMark size={size} />
      <span className={classes.word} aria-hidden="true">
        {words.product}
      </span>
    </span>
  );
}
