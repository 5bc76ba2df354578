import { useQuery } from "@tanstack/react-query";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconCircleCheck,
  IconInbox,
  IconSearch,
  IconStack2,
  PageHeader,
  SearchField,
} from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { itemsWith, nameColumn, typeColumn } from "../../library/library/items.tsx";
import classes from "../../library/library/Library.module.css";
import { type PlatformItem, platformLibraryQuery } from "./queries.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const columns: [Column<PlatformItem, never>, ...Column<PlatformItem, never>[]] = [
  nameColumn,
  typeColumn,
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

const readSearch = (search: RawSearch) => ({ search: textIn(search.search) });

/** What is prepared for every organization to copy. */
export function LibraryPage() {
  useTitle("Platform's library");
  const [{ search }, change] = useUrlState(readSearch);
  const { data, error, isPending, refetch } = useQuery(platformLibraryQuery);
  if (error && !data) return <LoadFailed what="The library" error={error} onRetry={() => void refetch()} />;
  const add = <Button label="Add item" href="/admin/library/new" />;
  return (
    <>
      <PageHeader title="Platform's library" path={[{ label: "Administration", href: "/admin" }]} actions={add}>
        Prepared for every organization to copy. A copy is theirs: a new version is offered to them, and changes nothing
        by itself.
      </PageHeader>
      {(data ?? []).length > 0 && (
        <search className={classes.search}>
          <SearchField
            label="Search the platform's library"
            placeholder="Name or type"
            value={search}
            onSearch={(text) => change({ search: text || undefined })}
          />
        </search>
      )}
      <DataTable
        caption="Platform's library"
        columns={columns}
        rows={itemsWith(data ?? [], search)}
        rowKey={(row) => row.platformContentId}
        rowHref={(row) => `/admin/library/${row.platformContentId}`}
        loading={isPending}
        empty={
          search === "" ? (
            <EmptyState icon={IconStack2} title="Nothing is prepared yet" action={add}>
              Add what most organizations ask for, so that they need not make it themselves.
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title="Nothing matches">
              Search for a part of the name.
            </EmptyState>
          )
        }
      />
    </>
  );
}
