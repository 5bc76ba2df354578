import type { UseQueryResult } from "@tanstack/react-query";
import { Button, LoadingState, Notice } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { words } from "./words.ts";

interface PanelPlaceholderProps {
  query: Pick<UseQueryResult, "error" | "refetch" | "isFetching">;
  /** The title if the data can't be loaded. */
  title: string;
  loadingLabel: string;
}

/** Fills a panel while its data is loading, or explains why it couldn't be loaded and offers to try again. */
export function PanelPlaceholder({
  query: { error, refetch, isFetching },
  title,
  loadingLabel,
}: PanelPlaceholderProps) {
  if (!error) return <LoadingState label={loadingLabel} />;
  const retry = (
    <Button small variant="secondary" label={words.tryAgain} loading={isFetching} onClick={() => void refetch()} />
  );
  return (
    <Notice tone="stop" title={title} action={retry}>
      {messageOf(error)}
    </Notice>
  );
}
