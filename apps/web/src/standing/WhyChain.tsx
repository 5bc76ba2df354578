import { IconChevronRight, LoadingState } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import classes from "./Why.module.css";
import type { WhyTreeProps } from "./WhyTree.tsx";
import { words } from "./words.ts";

/** Fetched, with its words, by whoever opens it. */
const WhyTree = lazy(() => import("./WhyTree.tsx").then((file) => ({ default: file.WhyTree })));

/** The whole chain of reasons behind a status, behind one click. `of`: what is explained, for screen readers. */
export function WhyChain({ of, ...tree }: WhyTreeProps & { of: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.why} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className={classes.ask}>
        <IconChevronRight aria-hidden="true" size={16} />
        {words.allReasons}
        <span className={classes.hidden}> {of}</span>
      </summary>
      {opened && (
        <Suspense fallback={<LoadingState label={words.loadingReasons} />}>
          <WhyTree {...tree} />
        </Suspense>
      )}
    </details>
  );
}
