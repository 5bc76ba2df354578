import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Notice, Panel } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./People.module.css";
import { cancelImport, importQuery, type RosterImport } from "./queries.ts";
import { rowsText, words } from "./words.ts";

/** Shows the progress of a check or an import, which continues when the page is closed. */
export function Progress({ roster }: { roster: RosterImport }) {
  const queryClient = useQueryClient();
  const canceling = useMutation({
    mutationFn: () => cancelImport(roster.rosterImportId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importQuery(roster.rosterImportId).queryKey }),
  });
  const running = roster.state === "running";
  const reading = !running && roster.read < roster.rows;
  const done = reading ? roster.read : running ? roster.written : roster.judged;
  const all = running ? roster.toWrite : roster.rows;
  const title = reading ? words.readingRows : running ? words.addingPeople : words.checkingRows;
  return (
    <Panel
      title={title}
      actions={
        <Button
          small
          variant="secondary"
          label={words.cancel}
          loading={canceling.isPending}
          onClick={() => canceling.mutate()}
        />
      }
    >
      <progress className={classes.progress} max={Math.max(all, 1)} value={done} aria-label={title} />
      <p role="status">
        {words.progress({
          done: done.toLocaleString(),
          count: rowsText(all),
          percent: all === 0 ? 0 : Math.floor((100 * done) / all),
        })}
      </p>
      <p className={classes.quiet}>{running ? words.canCloseRunning : words.canClose}</p>
      {canceling.error && <Notice tone="stop">{messageOf(canceling.error)}</Notice>}
    </Panel>
  );
}
