import { Button, Notice } from "@touchline/ui";
import { messageOf } from "../errorScreens.tsx";
import classes from "./ShowMore.module.css";

interface ShowMoreProps {
  /** A list that comes page by page. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
  };
  /** What the button says: "Earlier" where what follows is older. */
  label?: string;
}

/** At the foot of a list: fetches what follows it, and says why where that failed. What is shown already stays. */
export function ShowMore({ query, label = "Show more" }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <div className={classes.foot}>
      {isFetchNextPageError && <Notice tone="stop">{messageOf(error)}</Notice>}
      <Button
        variant="secondary"
        label={isFetchNextPageError ? "Try again" : label}
        loading={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      />
    </div>
  );
}
