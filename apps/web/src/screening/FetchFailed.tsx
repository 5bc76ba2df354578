import { Button, Notice } from "@touchline/ui";
import { messageOf } from "../ErrorScreens.tsx";
import { words } from "./words.ts";

interface FetchFailedProps {
  error: Error;
  onRetry?: () => void;
}

/** The error that something couldn't be fetched, in the specification's words, with the server's message. */
export function FetchFailed({ error, onRetry }: FetchFailedProps) {
  const { cause } = error;
  return (
    <Notice
      tone="stop"
      title={messageOf(error)}
      action={onRetry && <Button small variant="secondary" label={words.tryAgain} onClick={onRetry} />}
    >
      {cause instanceof Error && messageOf(cause)}
    </Notice>
  );
}
