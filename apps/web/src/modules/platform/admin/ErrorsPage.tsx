import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FaultSource, faultDays, forgetError, mostFaults } from "@touchline/contract/platform/error-log";
import { Button, EmptyState, IconCircleCheck, LoadingState, PageHeader, Panel, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { errorLogQuery, type LoggedError } from "./queries.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const count = new Intl.NumberFormat();
const sources: Record<FaultSource, string> = { page: "Page", server: "API call", job: "Background job" };

/** Unexpected errors of this installation, the latest first. */
export function ErrorsPage() {
  useTitle("Errors");
  const { data, error, refetch } = useQuery(errorLogQuery);
  if (error && !data) return <LoadFailed what="The errors" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title="Errors" path={[{ label: "Administration", href: "/admin" }]}>
        Unexpected errors in pages, API calls and background jobs, grouped by where they happened. No personal data is
        stored. The latest {count.format(mostFaults)} are kept for {faultDays} days.
      </PageHeader>
      {!data && <LoadingState label="Loading the errors" />}
      {data?.length === 0 && (
        <EmptyState icon={IconCircleCheck} title="No errors">
          Unexpected errors are listed here as soon as they happen.
        </EmptyState>
      )}
      {data?.map((one) => (
        <LoggedErrorPanel key={one.errorId} error={one} />
      ))}
    </>
  );
}

function LoggedErrorPanel({ error }: { error: LoggedError }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const removing = useMutation({
    mutationFn: () => call(forgetError, { params: { id: error.errorId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: errorLogQuery.queryKey }),
    onSuccess: () => notify("done", "Error removed. It's listed again if it happens again."),
    onError: (failed) => notify("stop", messageOf(failed)),
  });
  const { name, code, source, route, place, times, firstAt, lastAt } = error;
  return (
    <Panel title={code === null ? name : `${name} ${code}`}>
      <p className={classes.errorFacts}>
        {sources[source]}
        {route !== null && (
          <>
            {" "}
            <code>{route}</code>
          </>
        )}
      </p>
      <p className={classes.note}>
        {times === 1
          ? `Once, ${momentText(lastAt, zone)}`
          : `${count.format(times)} times, last ${momentText(lastAt, zone)}, first ${momentText(firstAt, zone)}`}
      </p>
      {place.length > 0 && (
        <details className={classes.errorPlace}>
          <summary>Stack trace</summary>
          <ol>
            {place.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stack repeat, and never change places.
              <li key={index}>
                <code>{line}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
      <Button
        small
        variant="secondary"
        label="Remove"
        aria-label={`Remove ${name}`}
        loading={removing.isPending}
        onClick={() => removing.mutate()}
      />
    </Panel>
  );
}
