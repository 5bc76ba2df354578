import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconClock,
  IconTag,
  PageHeader,
  TextLink,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { add, type LabelDetails, rolesQuery } from "./queries.ts";
import { RoleForm } from "./RoleForm.tsx";
import { countText, familyNames, giverName, words } from "./words.ts";

/** The roles that the organization gives its people. */
export function RolesPage() {
  useTitle(words.roles);
  const { hierarchyLevelId } = useActiveProfile();
  const { data, error, isPending, refetch } = useQuery(rolesQuery);
  const [adding, setAdding] = useState(false);
  if (error && !data) return <LoadFailed title={words.rolesNotLoaded} error={error} onRetry={() => void refetch()} />;
  const columns: [Column<LabelDetails, never>, ...Column<LabelDetails, never>[]] = [
    {
      key: "name",
      header: words.role,
      cell: (row) => row.name,
      note: (row) => (row.forFamily ? familyNames[row.forFamily] : null),
    },
    {
      key: "state",
      header: words.status,
      card: "beside",
      width: "10rem",
      cell: (row) =>
        row.leaving ? (
          <Badge tone="waits" icon={IconClock}>
            {words.beingDeleted}
          </Badge>
        ) : null,
    },
    { key: "allows", header: words.permissions, cell: (row) => row.role },
    { key: "giver", header: words.canBeAssignedBy, cell: (row) => giverName(row.givenBy, row.role), spare: true },
    {
      key: "people",
      header: words.people,
      align: "end",
      width: "7rem",
      cell: (row) =>
        row.members === 0 ? (
          words.noOne
        ) : (
          <TextLink href={`/dashboard/${hierarchyLevelId}?labels=${row.labelId}`}>{countText(row.members)}</TextLink>
        ),
    },
    {
      key: "requirements",
      header: words.requirements,
      align: "end",
      width: "8rem",
      cell: (row) => (row.assignments === 0 ? words.none : countText(row.assignments)),
    },
  ];
  const visibleColumns = data?.some((row) => row.leaving) ? columns : columns.filter(({ key }) => key !== "state");
  const button = <Button label={words.addRole} onClick={() => setAdding(true)} />;
  return (
    <>
      <PageHeader title={words.roles} actions={button}>
        {words.rolesAbout}
      </PageHeader>
      <DataTable
        caption={words.roles}
        columns={visibleColumns as typeof columns}
        rows={data ?? []}
        rowKey={(row) => row.labelId}
        rowHref={(row) => `/roles/${row.labelId}`}
        loading={isPending}
        empty={
          <EmptyState icon={IconTag} title={words.noRoles} action={button}>
            {words.noRolesAbout}
          </EmptyState>
        }
      />
      {adding && <AddRole onClose={() => setAdding(false)} />}
    </>
  );
}

function AddRole({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const adding = useMutation({
    mutationFn: add,
    onSuccess: async ({ labelId }, { name }) => {
      notify("done", words.added({ name }));
      await Promise.all(["roles", "labels"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      await navigate({ to: `/roles/${labelId}` });
    },
  });
  return (
    <RoleForm
      title={words.addRole}
      label={null}
      saving={adding.isPending}
      error={adding.error}
      onSave={(fields) => adding.mutate(fields)}
      onClose={onClose}
    />
  );
}
