import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, Notice, Select, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { labelsQuery } from "../../../levels/queries.ts";
import { type LabelPage, remove } from "./queries.ts";
import { words } from "./words.ts";

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
      // The page is left first, because the role may be deleted before it is refetched.
      if (taskId !== null) onMoving(taskId);
      else {
        notify("done", words.deleted({ name: role.name }));
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
      title={words.deleteTitle({ name: role.name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            danger
            label={held ? words.deleteAndMove({ count: role.members }) : words.deleteRole}
            loading={deleting.isPending}
            disabledReason={held && moveTo === null ? words.chooseNewRole : undefined}
            onClick={() => deleting.mutate()}
          />
        </>
      }
    >
      {deleting.error && (
        <Notice tone="stop" title={words.deleteFailed}>
          {messageOf(deleting.error)}
        </Notice>
      )}
      {held ? (
        <>
          <p>{words.peopleNeedRole({ count: role.members })}</p>
          <Select
            label={words.newRole}
            placeholder={words.chooseRole}
            data-autofocus
            searchable={labels.length > 10}
            allowDeselect={false}
            data={labels.map((one) => ({ value: one.labelId, label: one.name }))}
            value={moveTo}
            onChange={setMoveTo}
          />
          {target && target.role !== role.role && (
            <Notice tone="needs" title={words.otherPermissions({ name: target.name })}>
              {words.otherPermissionsAbout({ before: role.role, after: target.role })}
            </Notice>
          )}
        </>
      ) : (
        <p>{words.noOneHasRole}</p>
      )}
      <p>
        {words.cannotBeAssigned} {role.signupUrls > 0 && words.linksStop}
        {words.deleteFinal}
      </p>
    </Dialog>
  );
}
