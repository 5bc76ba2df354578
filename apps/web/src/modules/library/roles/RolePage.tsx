import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button, Facts, LoadingState, Notice, PageHeader, Panel, TextLink, useNotify } from "@touchline/ui";
import { useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { AskDialog } from "./AskDialog.tsx";
import { DeleteRoleDialog } from "./DeleteRoleDialog.tsx";
import { Moving } from "./Moving.tsx";
import { type LabelPage, roleQuery, save } from "./queries.ts";
import { RoleForm } from "./RoleForm.tsx";
import { RoleRequirementsList } from "./RoleRequirementsList.tsx";
import classes from "./Roles.module.css";
import { allows, familyNames, giverName, words } from "./words.ts";

const readSearch = (search: RawSearch) => ({ task: textIn(search.task) });

/** Shows one role: its permissions, who can assign it, who has it and its requirements. */
export function RolePage() {
  const { labelId } = useParams({ strict: false }) as { labelId: string };
  const [{ task }, change] = useUrlState(readSearch);
  // Once its people are moved, the role no longer exists.
  const { data, error, refetch } = useQuery({ ...roleQuery(labelId), enabled: task === "" });
  useTitle(data?.name ?? words.role);
  if (task !== "") return <Moving taskId={task} name={data?.name ?? words.someRole} />;
  if (error && !data) return <LoadFailed title={words.roleNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingRole} lines={6} />;
  return <Role role={data} onMoving={(taskId) => change({ task: taskId }, { back: true })} />;
}

type Open = "edit" | "ask" | "delete" | null;

function Role({ role, onMoving }: { role: LabelPage; onMoving: (taskId: string) => void }) {
  const { hierarchyLevelId } = useActiveProfile();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const people = `/dashboard/${hierarchyLevelId}?labels=${role.labelId}`;
  const about = allows[role.role as keyof typeof allows]?.about ?? "";
  return (
    <>
      <PageHeader
        title={role.name}
        path={[{ label: words.roles, href: "/roles" }]}
        actions={[
          ...(role.leaving
            ? []
            : [<Button key="edit" variant="secondary" label={words.edit} onClick={() => setOpen("edit")} />]),
          <Button
            key="delete"
            danger
            variant="secondary"
            label={role.leaving ? words.continueDeleting : words.delete}
            disabledReason={role.own ? words.deleteOwnRefused : undefined}
            onClick={() => setOpen("delete")}
          />,
        ]}
      >
        {words.roleAbout}
      </PageHeader>
      <div className={classes.stack}>
        {role.leaving && (
          <Notice tone="needs" title={words.beingDeletedTitle}>
            {words.beingDeletedAbout({ count: role.members })}
          </Notice>
        )}
        <Panel title={words.details}>
          <Facts
            facts={[
              { label: words.permissions, value: words.permissionsOf({ role: role.role, about }) },
              { label: words.canBeAssignedBy, value: giverName(role.givenBy, role.role) },
              { label: words.families, value: role.forFamily && familyNames[role.forFamily] },
              {
                label: words.people,
                value:
                  role.members === 0 ? (
                    words.noOneHasIt
                  ) : (
                    <TextLink href={people}>{words.showPeople({ count: role.members })}</TextLink>
                  ),
              },
              {
                label: words.signUpLinks,
                value:
                  role.signupUrls === 0 ? null : (
                    <TextLink href="/people/add">{words.activeLinks({ count: role.signupUrls })}</TextLink>
                  ),
              },
            ]}
          />
        </Panel>
        <Panel
          title={words.requirements}
          flush
          actions={
            role.leaving ? null : (
              <Button small variant="secondary" label={words.addRequirement} onClick={() => setOpen("ask")} />
            )
          }
        >
          <RoleRequirementsList role={role} onAsk={() => setOpen("ask")} />
        </Panel>
      </div>
      {open === "edit" && <EditRole role={role} onClose={close} />}
      {open === "ask" && <AskDialog role={role} onClose={close} />}
      {open === "delete" && <DeleteRoleDialog role={role} onMoving={onMoving} onClose={close} />}
    </>
  );
}

function EditRole({ role, onClose }: { role: LabelPage; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const saving = useMutation({
    mutationFn: (fields: Parameters<typeof save>[1]) => save(role.labelId, fields, role.members),
    onSuccess: async (_, { name }) => {
      notify("done", words.savedDone({ name }));
      await Promise.all(
        ["roles", "labels", "members", "member"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
      onClose();
    },
    // Someone got the role in the meantime, so the number is refetched.
    onError: () => queryClient.invalidateQueries({ queryKey: ["roles", role.labelId] }),
  });
  return (
    <RoleForm
      title={words.editTitle({ name: role.name })}
      label={role}
      saving={saving.isPending}
      error={saving.error}
      onSave={(fields) => saving.mutate(fields)}
      onClose={onClose}
    />
  );
}
