import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox, Notice } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import classes from "./People.module.css";
import { importQuery, type RosterImport, startImport } from "./queries.ts";
import { leftOutText, startText, words } from "./words.ts";

/** The button that starts the import, with what it will do and for how many people. */
export function StartBar({ roster, busy }: { roster: RosterImport; busy: boolean }) {
  const [invite, setInvite] = useState(true);
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => startImport(roster.rosterImportId, invite),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: importQuery(roster.rosterImportId).queryKey }),
        taskBegan(queryClient),
      ]),
  });
  const left = roster.toWrite - roster.written;
  if (left === 0) {
    return (
      <div className={classes.nobody}>
        <Notice tone="waits" title={words.nothingToAdd}>
          {words.nothingToAddHint}
        </Notice>
      </div>
    );
  }
  return (
    <section className={classes.bar} aria-label={words.startImport}>
      {starting.error && <Notice tone="stop">{messageOf(starting.error)}</Notice>}
      <div className={classes.act}>
        <p className={classes.leftOut}>{leftOutText(roster)}</p>
        <Checkbox
          label={words.sendInvitationsNow}
          checked={invite}
          onChange={(event) => setInvite(event.currentTarget.checked)}
        />
        <Button
          label={startText(roster, invite)}
          loading={starting.isPending || busy}
          onClick={() => starting.mutate()}
        />
      </div>
    </section>
  );
}
