import { ErrorScreen } from "@touchline/ui";
import { CallFailed } from "./client.ts";
import { supportEmail } from "./supportEmail.ts";

const titles: Record<number, string> = {
  0: "No connection",
  403: "This is not open to you",
  404: "We could not find this",
};

/** What a page shows in place of what could not be read. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const status = error instanceof CallFailed ? error.status : undefined;
  return (
    <ErrorScreen
      title={titles[status ?? -1] ?? "This could not be loaded"}
      message={error.message}
      statusCode={status || undefined}
      supportEmail={supportEmail()}
      onRetry={onRetry}
    />
  );
}
