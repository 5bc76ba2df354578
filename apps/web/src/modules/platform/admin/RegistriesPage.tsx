import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { addRegistry } from "@touchline/contract/screening/registry";
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconListCheck,
  PageHeader,
  TextInput,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { dayText, momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { useTitle } from "../../../useTitle.ts";
import { createRegistry, type ListedRegistry, type NewRegistry, registriesQuery } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const count = new Intl.NumberFormat();

const columns: [Column<ListedRegistry, never>, ...Column<ListedRegistry, never>[]] = [
  { key: "name", header: words.name, cell: (row) => row.name },
  {
    key: "version",
    header: words.versionSearched,
    cell: ({ current }) => (current === null ? words.notSearched : words.asOfDay({ day: dayText(current.asOf) })),
    width: "14rem",
  },
  {
    key: "entries",
    header: words.entries,
    cell: ({ current }) => current && count.format(current.entries),
    align: "end",
    width: "8rem",
  },
  {
    key: "loaded",
    header: words.loaded,
    cell: ({ current }) => current && momentText(current.loadedAt, zone),
    width: "14rem",
  },
];

/** The sex offender registries of this installation, each with the version that is searched. */
export function RegistriesPage() {
  useTitle(words.registries);
  const { data, error, isPending, refetch } = useQuery(registriesQuery);
  const [adding, setAdding] = useState(false);
  if (error && !data)
    return <LoadFailed title={words.registriesNotLoaded} error={error} onRetry={() => void refetch()} />;
  const add = <Button label={words.addRegistry} onClick={() => setAdding(true)} />;
  const isEmpty = data?.length === 0;
  return (
    <>
      <PageHeader
        title={words.registries}
        path={[{ label: words.administration, href: "/admin" }]}
        actions={!isEmpty && add}
      >
        {words.registriesIntro}
      </PageHeader>
      <DataTable
        caption={words.registries}
        columns={columns}
        rows={data ?? []}
        rowKey={(row) => row.registryId}
        rowHref={(row) => `/admin/registries/${row.registryId}`}
        loading={isPending}
        expectedRows={3}
        empty={
          <EmptyState icon={IconListCheck} title={words.noRegistries} action={add}>
            {words.noRegistriesHint}
          </EmptyState>
        }
      />
      {adding && <AddRegistryDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function AddRegistryDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [searchUrl, setSearchUrl] = useState("");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const adding = useMutation({
    mutationFn: createRegistry,
    onSuccess: async ({ registryId }, added) => {
      void queryClient.invalidateQueries({ queryKey: registriesQuery.queryKey });
      onClose();
      notify("done", words.registryAdded({ name: added.name.trim() }));
      await navigate({ to: "/admin/registries/$registryId", params: { registryId } } as never);
    },
  });
  const draft: NewRegistry = { name, searchUrl: searchUrl.trim() === "" ? null : searchUrl.trim() };
  return (
    <FormDialog
      title={words.addRegistry}
      label={words.addRegistry}
      refused={words.registryNotAdded}
      draft={draft}
      problems={(body) => problemsOf(addRegistry.body, body)}
      sending={adding}
      onSend={adding.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label={words.name}
            description={words.registryNameHint}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.name}
          />
          <TextInput
            label={words.searchByHandUrl}
            description={words.searchByHandUrlHint}
            type="url"
            inputMode="url"
            maxLength={2000}
            value={searchUrl}
            onChange={(event) => setSearchUrl(event.target.value)}
            error={errors.searchUrl}
          />
        </>
      )}
    </FormDialog>
  );
}
