import type { ContentKind } from "@touchline/contract";
import { TextLink } from "@touchline/ui";
import classes from "./Library.module.css";
import { whatItDoes } from "./words.ts";

/** The kinds to choose from, each with one sentence. */
export function KindList({ kinds }: { kinds: readonly { kind: ContentKind; label: string; href: string }[] }) {
  return (
    <ul className={classes.kinds}>
      {kinds.map(({ kind, label, href }) => (
        <li key={kind} className={classes.kind}>
          <TextLink href={href} className={classes.kindLink}>
            {label}
          </TextLink>
          <p className={classes.quiet}>{whatItDoes[kind]}</p>
        </li>
      ))}
    </ul>
  );
}
