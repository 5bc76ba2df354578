import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice } from "@touchline/ui";
import { useState } from "react";
import { momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import classes from "./People.module.css";
import { importQuery, type RosterImport, undoImport } from "./queries.ts";
import { words } from "./words.ts";

/** Removes what an import added, for some days after it. */
export function UndoImport({ roster, until }: { roster: RosterImport; until: string }) {
  const [asking, setAsking] = useState(false);
  const { organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const undoing = useMutation({
    mutationFn: () => undoImport(roster.rosterImportId),
    onSuccess: async ({ taskId }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: importQuery(roster.rosterImportId).queryKey }),
        taskBegan(queryClient),
      ]);
      await navigate({ to: `/tasks/${taskId}` });
    },
  });
  return (
    <div className={classes.act}>
      <p className={classes.leftOut}>{words.undoUntil({ moment: momentText(until, organization.timeZone) })}</p>
      <Button small danger variant="secondary" label={words.undoImport} onClick={() => setAsking(true)} />
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={words.undoImportTitle}
          footer={
            <>
              <Button variant="secondary" label={words.keepThem} onClick={() => setAsking(false)} />
              <Button danger label={words.undoImport} loading={undoing.isPending} onClick={() => undoing.mutate()} />
            </>
          }
        >
          {undoing.error && (
            <Notice tone="stop" title={words.notUndone}>
              {messageOf(undoing.error)}
            </Notice>
          )}
          <p>{words.undoImportAbout}</p>
        </Dialog>
      )}
    </div>
  );
}
