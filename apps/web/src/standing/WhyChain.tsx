import { IconChevronRight, LoadingState } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import classes from "./Why.module.css";
import type { WhyTreeProps } from "./WhyTree.tsx";
import { words } from "./words.ts";

/** Loaded with its texts when it is opened. */
const WhyTree = lazy(() => import("./WhyTree.tsx").then((file) => ({ default: file.WhyTree })));

/** All reasons behind a status, one click away. `label` says which status, for screen readers. */
export function WhyChain({ label, ...tree }: WhyTreeProps & { label: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.why} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className={classes.ask} aria-label={label}>
        <IconChevronRight aria-hidden="true" size={16} />
        {words.allReasons}
      </summary>
      {opened && (
        <Suspense fallback={<LoadingState label={words.loadingReasons} />}>
          <WhyTree {...tree} />
        </Suspense>
      )}
    </details>
  );
}
