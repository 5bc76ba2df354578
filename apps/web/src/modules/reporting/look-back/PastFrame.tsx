import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { IconClock, LoadingState, PageHeader } from "@touchline/ui";
import type { ReactNode } from "react";
import { LevelPicture } from "../../../levels/LevelPicture.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { pathTo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { Failed, Progress } from "./Failed.tsx";
import classes from "./LookBackPage.module.css";
import { words } from "./words.ts";

/** A result that the server computes in steps: `whole` once it is complete. */
type Derived = { whole: boolean; looked: number; total: number | null };

/** Joins the request that begins to derive the past with the one that follows its progress. */
export function useDerived<Result extends Derived>(begun: UseQueryResult<Result>, progress: UseQueryResult<Result>) {
  return {
    found: progress.data ?? begun.data,
    error: begun.error ?? (begun.data?.whole ? null : progress.error),
    again: () => {
      void begun.refetch();
      if (progress.error) void progress.refetch();
    },
  };
}

interface PastFrameProps<Result> {
  levelId: string;
  /** The title of the browser's tab. */
  titleOf: (level: string) => string;
  /** The query string of links to the levels above. */
  query: string;
  heading: string;
  hint: string;
  loadingLabel: string;
  /** The choice of dates, and what else can be done. */
  controls: ReactNode;
  derived: { found: Result | undefined; error: Error | null; again: () => void };
  children: (found: Result) => ReactNode;
}

/** The frame of a page about a level in the past: header, banner, and the progress until the past is derived. */
export function PastFrame<Result extends Derived>(props: PastFrameProps<Result>) {
  const { levelId, loadingLabel, children } = props;
  const { found, error, again } = props.derived;
  const profile = useActiveProfile();
  const levels = useQuery(navigationQuery(profile.hierarchyLevelId)).data ?? [];
  const level = levels.find((one) => one.levelId === levelId);
  const name = level?.name ?? profile.currentLevelName ?? words.members;
  useTitle(props.titleOf(name));
  return (
    <>
      <PageHeader
        title={name}
        path={pathTo(levels, levelId).map((one) => ({
          label: one.name,
          href: `/dashboard/${one.levelId}?${props.query}`,
        }))}
        picture={level && <LevelPicture level={level} />}
      />
      <section className={classes.banner} aria-labelledby="past-title">
        <div className={classes.said}>
          <IconClock aria-hidden="true" className={classes.clock} />
          <div role="status">
            <h2 id="past-title" className={classes.title}>
              {props.heading}
            </h2>
            <p className={classes.hint}>{props.hint}</p>
          </div>
        </div>
        <div className={classes.choose}>{props.controls}</div>
      </section>
      {error && <Failed error={error} onAgain={again} />}
      {!error && !found && <LoadingState label={loadingLabel} lines={8} />}
      {!error && found && !found.whole && <Progress of={found} label={loadingLabel} />}
      {!error && found?.whole && children(found)}
    </>
  );
}
