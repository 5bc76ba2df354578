import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice, Select, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { labelsQuery } from "../../../levels/queries.ts";
import { type LabelPage, remove } from "./queries.ts";
import { peopleText } from "./words.ts";

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
        notify("done", `${role.name} was deleted.`);
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
      title={`Delete ${role.name}?`}
      footer={
        <>
          <Button variant="secondary" label="Keep" onClick={onClose} />
          <Button
            danger
            label={held ? `Delete and move ${peopleText(role.members)}` : "Delete role"}
            loading={deleting.isPending}
            disabledReason={held && moveTo === null ? "Choose which role they get." : undefined}
            onClick={() => deleting.mutate()}
          />
        </>
      }
    >
      {deleting.error && (
        <Notice tone="stop" title="Not deleted">
          {messageOf(deleting.error)}
        </Notice>
      )}
      {held ? (
        <>
          <p>
            {peopleText(role.members)} {role.members === 1 ? "has" : "have"} this role. What is asked of them follows
            the one they get; work that was done stays.
          </p>
          <Select
            label="They get"
            placeholder="Choose a role"
            data-autofocus
            searchable={labels.length > 10}
            allowDeselect={false}
            data={labels.map((one) => ({ value: one.labelId, label: one.name }))}
            value={moveTo}
            onChange={setMoveTo}
          />
          {target && target.role !== role.role && (
            <Notice tone="needs" title={`${target.name} allows something else`}>
              {role.name} carries {role.role}, {target.name} carries {target.role}. It holds from their next click on.
            </Notice>
          )}
        </>
      ) : (
        <p>Nobody has this role.</p>
      )}
      <p>
        Nobody gets it any more. {role.signupUrls > 0 && "Its sign-up links stop working. "}
        History keeps its name. It cannot be brought back; you can add a role with the same name.
      </p>
    </Dialog>
  );
}
