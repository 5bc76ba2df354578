import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice, Select, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { labelsQuery } from "../../../levels/queries.ts";
import { type LabelPage, remove } from "./queries.ts";
import { peopleText, words } from "./words.ts";

interface DeleteRoleDialogProps {
  role: LabelPage;
  onMoving: (taskId: string) => void;
  onClose: () => void;
}

/** Takes a role out of use, after asking which one its people get. */
export function DeleteRoleDialog({ role, onMoving, onClose }: DeleteRoleDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const labels = (useQuery(labelsQuery).data ?? []).filter((one) => one.labelId !== role.labelId);
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const target = labels.find((one) => one.labelId === moveTo);
  const deleting = useMutation({
    mutationFn: () => remove(role.labelId, moveTo),
    onSuccess: async ({ taskId }) => {
      // The page goes first: the role may be gone before it is asked for again.
      if (taskId !== null) onMoving(taskId);
      else {
        notify("done", words.wasDeleted({ name: role.name }));
        await navigate({ to: "/roles" });
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["roles"], exact: true }),
        queryClient.invalidateQueries({ queryKey: ["labels"] }),
      ]);
    },
  });
  const held = role.members > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.delete({ name: role.name })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button
            danger
            label={held ? words.deleteAndMove({ people: peopleText(role.members) }) : words.deleteRole}
            loading={deleting.isPending}
            disabledReason={held && moveTo === null ? words.chooseWhichRoleTheyGet : undefined}
            onClick={() => deleting.mutate()}
          />
        </>
      }
    >
      {deleting.error && (
        <Notice tone="stop" title={words.notDeleted}>
          {messageOf(deleting.error)}
        </Notice>
      )}
      {held ? (
        <>
          <p>
            {words.thisRoleWhatIsAsked({
              people: peopleText(role.members),
              value: role.members === 1 ? "has" : "have",
            })}
          </p>
          <Select
            label={words.theyGet}
            placeholder={words.chooseARole}
            data-autofocus
            searchable={labels.length > 10}
            allowDeselect={false}
            data={labels.map((one) => ({ value: one.labelId, label: one.name }))}
            value={moveTo}
            onChange={setMoveTo}
          />
          {target && target.role !== role.role && (
            <Notice tone="needs" title={words.allowsSomethingElse({ name: target.name })}>
              {words.carriesCarriesItHoldsFrom({
                name: role.name,
                role: role.role,
                name2: target.name,
                role2: target.role,
              })}
            </Notice>
          )}
        </>
      ) : (
        <p>{words.nobodyHasThisRole}</p>
      )}
      <p>
        {words.nobodyGetsItAnyMore} {role.signupUrls > 0 && words.itsSignUpLinksStop}
        {words.historyKeepsItsNameIt}
      </p>
    </Dialog>
  );
}
