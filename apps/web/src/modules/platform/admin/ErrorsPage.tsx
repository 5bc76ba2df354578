import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FaultSource, faultDays, forgetError, mostFaults } from "@touchline/contract/platform/error-log";
import { Button, EmptyState, IconCircleCheck, LoadingState, PageHeader, Panel, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { errorLogQuery, type LoggedError } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const count = new Intl.NumberFormat();
const sources: Record<FaultSource, string> = { page: words.page, server: words.apiCall, job: words.backgroundJob };

/** Unexpected errors of this installation, the latest first. */
export function ErrorsPage() {
  useTitle(words.errors);
  const { data, error, refetch } = useQuery(errorLogQuery);
  if (error && !data) return <LoadFailed title={words.errorsNotLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={words.errors} path={[{ label: "Administration", href: "/admin" }]}>
        {words.errorsIntro({ mostFaults: count.format(mostFaults), faultDays })}
      </PageHeader>
      {!data && <LoadingState label={words.loadingErrors} />}
      {data?.length === 0 && (
        <EmptyState icon={IconCircleCheck} title={words.noErrors}>
          {words.noErrorsHint}
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
    onSuccess: () => notify("done", words.errorRemoved),
    onError: (failed) => notify("stop", messageOf(failed)),
  });
  const { name, code, source, route, place, release, times, firstAt, lastAt } = error;
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
          ? words.once({ moment: momentText(lastAt, zone) })
          : words.timesLastFirst({
              times: count.format(times),
              moment: momentText(lastAt, zone),
              moment2: momentText(firstAt, zone),
            })}
      </p>
      {release !== null && <p className={classes.note}>{words.lastIn({ release })}</p>}
      {place.length > 0 && (
        <details className={classes.errorPlace}>
          <summary>{words.stackTrace}</summary>
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
        label={words.resolve}
        aria-label={words.resolveNamed({ name })}
        loading={removing.isPending}
        onClick={() => removing.mutate()}
      />
    </Panel>
  );
}
