import { IconChevronRight } from "@touchline/ui";
import classes from "./Why.module.css";
import { words } from "./words.ts";

interface WhyProps {
  /** The question in full, for screen readers: "Why? Status of Coach agreement". */
  label: string;
  sentences: readonly { key: string; text: string }[];
}

/** The reasons behind a status, one click away from it. */
export function Why({ label, sentences }: WhyProps) {
  if (sentences.length === 0) return null;
  return (
    <details className={classes.why}>
      <summary className={classes.ask} aria-label={label}>
        <IconChevronRight aria-hidden="true" size={16} />
        {words.why}
      </summary>
      <ul className={classes.reasons}>
        {sentences.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
