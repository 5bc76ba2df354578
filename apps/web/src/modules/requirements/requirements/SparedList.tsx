import { useId } from "react";
import classes from "./OwedList.module.css";
import type { MembershipRequirements } from "./queries.ts";
import { sparedTexts, words } from "./words.ts";

/** Lists the reader's or their child's exemptions and optional requirements; nothing if there are none. */
export function SparedList({
  memberships,
  childName,
}: {
  memberships: readonly MembershipRequirements[];
  childName: string | null;
}) {
  const id = useId();
  const texts = sparedTexts(memberships, childName);
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 className={classes.title} id={id}>
        {words.exceptions}
      </h2>
      <ul className={classes.list}>
        {texts.map((text) => (
          <li key={text} className={classes.line}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
