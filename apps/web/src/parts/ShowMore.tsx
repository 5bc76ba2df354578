import { Button, Notice } from "@touchline/ui";
import { messageOf } from "../ErrorScreens.tsx";
import classes from "./ShowMore.module.css";
import { words } from "./words.ts";

interface ShowMoreProps {
  /** A list that comes page by page. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    isRefetching: boolean;
    isRefetchError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  /** What the button says: "Earlier" where what follows is older. */
  label?: string;
}

/**
 * At the foot of a list: fetches what follows it. Why that failed is said, and why what is shown could not be brought up to
 * date; what is shown already stays.
 */
export function ShowMore({ query, label = words.showMore }: ShowMoreProps) {
  const stale = query.isRefetchError && !query.isRefetching;
  // Not while it is tried again: what fails once more is announced once more.
  const stuck = query.isFetchNextPageError && !query.isFetchingNextPage;
  if (!query.hasNextPage && !stale) return null;
  return (
    <div className={classes.foot}>
      {(stale || stuck) && (
        <Notice tone="stop" title={stale ? words.mayBeStale : undefined}>
          {messageOf(query.error)}
        </Notice>
      )}
      <Button
        variant="secondary"
        label={stale || stuck ? words.tryAgain : label}
        loading={query.isFetchingNextPage}
        onClick={() => void (stale ? query.refetch() : query.fetchNextPage())}
      />
    </div>
  );
}
