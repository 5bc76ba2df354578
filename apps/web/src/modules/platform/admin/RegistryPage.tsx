import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconFile,
  IconHourglass,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  TextLink,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { dayText, momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { LoadingVersion } from "./LoadingVersion.tsx";
import { LoadRegistryPanel } from "./LoadRegistryPanel.tsx";
import { type Registry, type RegistryVersion, registriesQuery, registryQuery, searchVersion } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const count = new Intl.NumberFormat();
const path = [
  { label: words.administration, href: "/admin" },
  { label: words.registries, href: "/admin/registries" },
];

/** One registry: its versions, which of them is searched, and the way to load the next. */
export function RegistryPage() {
  const { registryId } = useParams({ strict: false }) as { registryId: string };
  const { data, error, refetch } = useQuery(registryQuery(registryId));
  useTitle(data?.name ?? words.registry);
  if (error && !data)
    return <LoadFailed title={words.registryNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingRegistry} />;
  const current = data.versions.find(({ versionId }) => versionId === data.currentVersionId);
  return (
    <>
      <PageHeader
        title={data.name}
        path={path}
        actions={
          data.searchUrl !== null && (
            <TextLink href={data.searchUrl} target="_blank" rel="noreferrer">
              {words.searchByHand}
            </TextLink>
          )
        }
      >
        {current
          ? words.registrySearchedIntro({ day: dayText(current.asOf) })
          : data.currentVersionId === null && words.registryNotSearchedIntro}
      </PageHeader>
      <LoadingVersion registry={data} />
      <Versions registry={data} />
      <LoadRegistryPanel key={registryId} registryId={registryId} />
    </>
  );
}

const unfinished = {
  loading: { tone: "none", icon: IconHourglass, children: words.versionLoading },
  canceled: { tone: "none", icon: IconCircleMinus, children: words.versionCanceled },
  failed: { tone: "stop", icon: IconCircleX, children: words.versionFailed },
} as const;

/** Confirms the change: this version is searched, or (null) none. */
type Asked = { version: RegistryVersion | null };

function Versions({ registry }: { registry: Registry }) {
  const [confirming, setConfirming] = useState<Asked | null>(null);
  const columns: [Column<RegistryVersion, never>, ...Column<RegistryVersion, never>[]] = [
    { key: "asOf", header: words.asOf, cell: (row) => dayText(row.asOf), width: "9rem" },
    { key: "file", header: words.file, cell: (row) => row.fileName },
    { key: "entries", header: words.entries, cell: (row) => count.format(row.entries), align: "end", width: "7rem" },
    {
      key: "refused",
      header: words.refusedRows,
      cell: (row) => count.format(row.refused),
      align: "end",
      width: "8rem",
    },
    { key: "loaded", header: words.loaded, cell: (row) => momentText(row.loadedAt, zone), width: "12rem" },
    {
      key: "search",
      header: words.state,
      card: "line",
      cell: (row) =>
        row.state !== "loaded" ? (
          <Badge {...unfinished[row.state]} />
        ) : row.versionId === registry.currentVersionId ? (
          <span className={classes.acts}>
            <Badge tone="done" icon={IconCircleCheck}>
              {words.searched}
            </Badge>
            <Button
              small
              variant="secondary"
              label={words.stopSearching}
              onClick={() => setConfirming({ version: null })}
            />
          </span>
        ) : (
          <Button
            small
            variant="secondary"
            label={words.searchThisVersion}
            aria-label={words.searchVersionAsOf({ day: dayText(row.asOf) })}
            onClick={() => setConfirming({ version: row })}
          />
        ),
    },
  ];
  return (
    <Panel title={words.versions} flush>
      <DataTable
        bare
        caption={words.versions}
        columns={columns}
        rows={registry.versions}
        rowKey={(row) => row.versionId}
        empty={
          <EmptyState icon={IconFile} title={words.noVersions}>
            {words.noVersionsHint}
          </EmptyState>
        }
      />
      {confirming && (
        <SearchDialog registry={registry} version={confirming.version} onClose={() => setConfirming(null)} />
      )}
    </Panel>
  );
}

interface SearchDialogProps extends Asked {
  registry: Registry;
  onClose: () => void;
}

/** Asks before another version is searched, or none. */
function SearchDialog({ registry: { registryId, name }, version, onClose }: SearchDialogProps) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const changing = useMutation({
    mutationFn: () => searchVersion(registryId, version?.versionId ?? null),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: registriesQuery.queryKey });
      onClose();
      notify(
        "done",
        version ? words.versionIsSearched({ day: dayText(version.asOf) }) : words.searchingStopped({ name }),
      );
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={version ? words.searchVersionTitle({ day: dayText(version.asOf) }) : words.stopSearchingTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            danger={version === null}
            label={version ? words.searchThisVersion : words.stopSearching}
            loading={changing.isPending}
            onClick={() => changing.mutate()}
          />
        </>
      }
    >
      {changing.error && (
        <Notice tone="stop" title={words.actionFailed}>
          {messageOf(changing.error)}
        </Notice>
      )}
      <p>{version ? words.searchVersionEffect({ name }) : words.stopSearchingEffect}</p>
    </Dialog>
  );
}
