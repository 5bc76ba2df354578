import { IconChevronRight } from "@touchline/ui";
import classes from "./Why.module.css";
import { words } from "./words.ts";

interface WhyProps {
  /** What is explained, for screen readers: "Coach agreement". */
  of: string;
  sentences: readonly { key: string; text: string }[];
}

/** The reasons behind a status, one click away from it. */
export function Why({ of, sentences }: WhyProps) {
  if (sentences.length === 0) return null;
  return (
    <details className={classes.why}>
      <summary className={classes.ask}>
        <IconChevronRight aria-hidden="true" size={16} />
        {words.why}
        <span className={classes.hidden}> {of}</span>
      </summary>
      <ul className={classes.reasons}>
        {sentences.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
