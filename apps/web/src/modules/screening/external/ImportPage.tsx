import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  cancelExternalImport,
  getExternalImport,
  undoExternalImport,
} from "@touchline/contract/screening/external-review";
import { externalOutcomeLabels } from "@touchline/rules/screening/external-results";
import { Button, type Column, DataTable, Dialog, LoadingState, Notice, PageHeader, Panel } from "@touchline/ui";
import { useEffect, useState } from "react";
import { call } from "../../../client.ts";
import { dayIn, dayText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { Lines, ResultBadge } from "./CheckedRows.tsx";
import classes from "./External.module.css";
import { importQuery, type ResultsImport, reviewerNames } from "./queries.ts";
import { stateTexts, words } from "./words.ts";

type Row = ResultsImport["data"][number];
type Columns = [Column<Row, never>, ...Column<Row, never>[]];

/** One import of results: how far it is, and what became of each row. */
export function ImportPage() {
  const { importId } = useParams({ strict: false }) as { importId: string };
  const { organization } = useActiveProfile();
  const { data, error, refetch } = useQuery(importQuery(importId));
  const queryClient = useQueryClient();
  const state = data?.state;
  useEffect(() => {
    // What was recorded changes where people stand.
    if (state === "done" || state === "undone") void queryClient.invalidateQueries({ queryKey: ["members"] });
  }, [state, queryClient]);
  useTitle(data ? words.importOf({ name: reviewerNames[data.reviewer] }) : words.importResults);
  if (error && !data) {
    return <LoadFailed title={words.importNotLoaded} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingState label={words.loadingImport} />;
  const moves = data.state === "running" || data.state === "undoing";
  return (
    <>
      <PageHeader
        title={data.fileName}
        path={[{ label: words.waitingResults, href: "/review/external" }]}
        actions={data.undoable && <Undo importId={importId} />}
      >
        {reviewerNames[data.reviewer]}
        {". "}
        {words.importLine({
          date: dayText(dayIn(data.createdAt, organization.timeZone)),
          name: data.createdByName,
          recorded: data.recorded,
          rows: data.rows,
        })}
      </PageHeader>
      <div className={classes.parts}>
        {moves ? (
          <Progress data={data} />
        ) : (
          <Notice tone={data.state === "failed" ? "stop" : data.state === "done" ? "done" : "none"}>
            {stateTexts[data.state]}
          </Notice>
        )}
        <Rows key={`${data.state} ${data.recorded}`} data={data} />
      </div>
    </>
  );
}

function Progress({ data }: { data: ResultsImport }) {
  const queryClient = useQueryClient();
  const canceling = useMutation({
    mutationFn: () => call(cancelExternalImport, { params: { id: data.importId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["externalResults"] }),
  });
  return (
    <Panel
      title={stateTexts[data.state]}
      actions={
        data.cancelable && (
          <Button
            small
            variant="secondary"
            label={words.cancel}
            loading={canceling.isPending}
            onClick={() => canceling.mutate()}
          />
        )
      }
    >
      <progress
        className={classes.progress}
        max={Math.max(data.rows, 1)}
        value={data.done}
        aria-label={stateTexts[data.state]}
      />
      <p role="status">{words.progress({ done: data.done, rows: data.rows })}</p>
      <p className={classes.quiet}>{words.canClose}</p>
      {canceling.error && <Notice tone="stop">{messageOf(canceling.error)}</Notice>}
    </Panel>
  );
}

function Undo({ importId }: { importId: string }) {
  const [asks, setAsks] = useState(false);
  const queryClient = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => call(undoExternalImport, { params: { id: importId } }),
    onSuccess: async () => {
      setAsks(false);
      await queryClient.invalidateQueries({ queryKey: ["externalResults"] });
    },
  });
  return (
    <>
      <Button variant="secondary" label={words.undo} onClick={() => setAsks(true)} />
      {asks && (
        <Dialog
          opened
          title={words.undoTitle}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button variant="secondary" label={words.keep} onClick={() => setAsks(false)} />
              <Button label={words.undo} loading={undoing.isPending} onClick={() => undoing.mutate()} />
            </>
          }
        >
          <p>{words.undoHelp}</p>
          {undoing.error && <Notice tone="stop">{messageOf(undoing.error)}</Notice>}
        </Dialog>
      )}
    </>
  );
}

const columns: Columns = [
  { key: "row", header: words.row, width: "4rem", cell: (row) => row.number },
  { key: "name", header: words.name, cell: (row) => row.name },
  {
    key: "result",
    header: words.inFile,
    cell: (row) => (row.outcome === null ? null : externalOutcomeLabels[row.outcome]),
  },
  {
    key: "fate",
    header: words.fate,
    cell: (row) => <Lines first={<ResultBadge result={row.fate} />} second={row.message} />,
  },
];

function Rows({ data }: { data: ResultsImport }) {
  const [further, setFurther] = useState<{ rows: readonly Row[]; next: number | null }>({ rows: [], next: data.next });
  const loading = useMutation({
    mutationFn: (after: number) =>
      call(getExternalImport, { params: { id: data.importId }, query: { after: String(after) } }),
    onSuccess: (page) => setFurther(({ rows }) => ({ rows: [...rows, ...page.data], next: page.next })),
  });
  const { next } = further;
  return (
    <>
      <DataTable
        caption={words.rows}
        columns={columns}
        rows={[...data.data, ...further.rows]}
        rowKey={(row) => String(row.number)}
        empty={null}
      />
      {next !== null && (
        <div>
          <Button
            variant="secondary"
            label={words.showMore}
            loading={loading.isPending}
            onClick={() => loading.mutate(next)}
          />
        </div>
      )}
      {loading.error && <Notice tone="stop">{messageOf(loading.error)}</Notice>}
    </>
  );
}
