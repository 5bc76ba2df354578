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
import { countText, familyNames, giverName } from "./words.ts";

/** The roles that the organization gives its people. */
export function RolesPage() {
  useTitle("Roles");
  const { hierarchyLevelId } = useActiveProfile();
  const { data, error, isPending, refetch } = useQuery(rolesQuery);
  const [adding, setAdding] = useState(false);
  if (error && !data) return <LoadFailed what="The roles" error={error} onRetry={() => void refetch()} />;
  const columns: [Column<LabelDetails, never>, ...Column<LabelDetails, never>[]] = [
    {
      key: "name",
      header: "Role",
      cell: (row) => row.name,
      note: (row) => (row.forFamily ? familyNames[row.forFamily] : null),
    },
    {
      key: "state",
      header: "State",
      card: "beside",
      width: "10rem",
      cell: (row) =>
        row.leaving ? (
          <Badge tone="waits" icon={IconClock}>
            Being deleted
          </Badge>
        ) : null,
    },
    { key: "allows", header: "Allows", cell: (row) => row.role },
    { key: "giver", header: "Can be assigned by", cell: (row) => giverName(row.givenBy, row.role), spare: true },
    {
      key: "people",
      header: "People",
      align: "end",
      width: "7rem",
      cell: (row) =>
        row.members === 0 ? (
          "Nobody"
        ) : (
          <TextLink href={`/dashboard/${hierarchyLevelId}?labels=${row.labelId}`}>{countText(row.members)}</TextLink>
        ),
    },
    {
      key: "requirements",
      header: "Requirements",
      align: "end",
      width: "8rem",
      cell: (row) => (row.assignments === 0 ? "None" : countText(row.assignments)),
    },
  ];
  const shown = data?.some((row) => row.leaving) ? columns : columns.filter(({ key }) => key !== "state");
  const button = <Button label="Add role" onClick={() => setAdding(true)} />;
  return (
    <>
      <PageHeader title="Roles" actions={button}>
        What people do in your organization. A role says what they may do here, and what is asked of them.
      </PageHeader>
      <DataTable
        caption="Roles"
        columns={shown as typeof columns}
        rows={data ?? []}
        rowKey={(row) => row.labelId}
        rowHref={(row) => `/roles/${row.labelId}`}
        loading={isPending}
        empty={
          <EmptyState icon={IconTag} title="There are no roles yet" action={button}>
            Add the first one, for example Head Coach. Then people can be added under it.
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
      notify("done", `${name} was added. Say next what is asked of people with this role.`);
      await Promise.all(["roles", "labels"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      await navigate({ to: `/roles/${labelId}` });
    },
  });
  return (
    <RoleForm
      title="Add a role"
      label={null}
      saving={adding.isPending}
      error={adding.error}
      onSave={(fields) => adding.mutate(fields)}
      onClose={onClose}
    />
  );
}
