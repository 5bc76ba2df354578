import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Notice, Panel } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./People.module.css";
import { cancelImport, importQuery, type RosterImport } from "./queries.ts";
import { countOf } from "./words.ts";

/** How far a check or an import is. It goes on when the page is closed. */
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
  const title = reading ? "Reading the rows" : running ? "Adding people" : "Checking the rows";
  return (
    <Panel
      title={title}
      actions={
        <Button
          small
          variant="secondary"
          label="Cancel"
          loading={canceling.isPending}
          onClick={() => canceling.mutate()}
        />
      }
    >
      <progress className={classes.progress} max={Math.max(all, 1)} value={done} aria-label={title} />
      <p role="status">
        {done.toLocaleString()} of {countOf(all, "row", "rows")} ({all === 0 ? 0 : Math.floor((100 * done) / all)} %)
      </p>
      <p className={classes.quiet}>
        You can close this page. The import continues, and you can find it again under “Import roster”.
        {running && " Cancel keeps what is added by then."}
      </p>
      {canceling.error && <Notice tone="stop">{messageOf(canceling.error)}</Notice>}
    </Panel>
  );
}
