import { useQuery } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconCircleCheck,
  IconInbox,
  IconStack2,
  PageHeader,
} from "@touchline/ui";
import { dayOfInstant } from "../../dates.ts";
import { LoadFailed } from "../../errorScreens.tsx";
import { useTitle } from "../../useTitle.ts";
import classes from "../library/Library.module.css";
import { type PlatformItem, platformLibraryQuery } from "./queries.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const columns: [Column<PlatformItem, never>, ...Column<PlatformItem, never>[]] = [
  {
    key: "name",
    header: "Requirement",
    cell: (row) => (
      <>
        {row.name}
        {row.description !== "" && <span className={classes.about}>{row.description}</span>}
      </>
    ),
  },
  { key: "type", header: "Type", card: "words", cell: (row) => requirementTypeLabels[row.type] },
  {
    key: "state",
    header: "State",
    card: "line",
    cell: (row) =>
      row.retiredAt === null ? (
        <Badge tone="done" icon={IconCircleCheck}>
          Offered
        </Badge>
      ) : (
        <Badge tone="none" icon={IconInbox}>
          Retired
        </Badge>
      ),
  },
  {
    key: "version",
    header: "Version",
    card: "words",
    cell: (row) => `Version ${row.version}, ${dayOfInstant(row.publishedAt, zone)}`,
  },
];

/** What is prepared for every organization to copy. */
export function LibraryPage() {
  useTitle("Platform's library");
  const { data, error, isPending, refetch } = useQuery(platformLibraryQuery);
  if (error && !data) return <LoadFailed what="The library" error={error} onRetry={() => void refetch()} />;
  const add = <Button label="Add item" href="/admin/library/new" />;
  return (
    <>
      <PageHeader title="Platform's library" path={[{ label: "Administration", href: "/admin" }]} actions={add}>
        Prepared for every organization to copy. A copy is theirs: a new version is offered to them, and changes nothing
        by itself.
      </PageHeader>
      <DataTable
        caption="Platform's library"
        columns={columns}
        rows={data ?? []}
        rowKey={(row) => row.platformContentId}
        rowHref={(row) => `/admin/library/${row.platformContentId}`}
        loading={isPending}
        empty={
          <EmptyState icon={IconStack2} title="Nothing is prepared yet" action={add}>
            Add what most organizations ask for, so that they need not make it themselves.
          </EmptyState>
        }
      />
    </>
  );
}
