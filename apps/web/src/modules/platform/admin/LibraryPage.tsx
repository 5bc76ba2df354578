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
import { itemsWith, nameColumn, typeColumn } from "../../library/library/ItemColumns.tsx";
import classes from "../../library/library/Library.module.css";
import { type PlatformItem, platformLibraryQuery } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const columns: [Column<PlatformItem, never>, ...Column<PlatformItem, never>[]] = [
  nameColumn,
  typeColumn,
  {
    key: "state",
    header: words.state,
    card: "line",
    cell: (row) =>
      row.retiredAt === null ? (
        <Badge tone="done" icon={IconCircleCheck}>
          {words.offered}
        </Badge>
      ) : (
        <Badge tone="none" icon={IconInbox}>
          {words.retired}
        </Badge>
      ),
  },
  {
    key: "version",
    header: words.versionHeader,
    card: "words",
    cell: (row) => words.versionOn({ version: row.version, date: dayOfInstant(row.publishedAt, zone) }),
  },
];

const readSearch = (search: RawSearch) => ({ search: textIn(search.search) });

/** Lists the templates that every organization can copy. */
export function LibraryPage() {
  useTitle(words.libraryTitle);
  const [{ search }, change] = useUrlState(readSearch);
  const { data, error, isPending, refetch } = useQuery(platformLibraryQuery);
  if (error && !data)
    return <LoadFailed title={words.templatesNotLoaded} error={error} onRetry={() => void refetch()} />;
  const add = <Button label={words.addItem} href="/admin/library/new" />;
  return (
    <>
      <PageHeader title={words.libraryTitle} path={[{ label: "Administration", href: "/admin" }]} actions={add}>
        {words.libraryIntro}
      </PageHeader>
      {(data ?? []).length > 0 && (
        <search className={classes.search}>
          <SearchField
            label={words.searchLibrary}
            placeholder={words.nameOrType}
            value={search}
            onSearch={(text) => change({ search: text || undefined })}
          />
        </search>
      )}
      <DataTable
        caption={words.libraryTitle}
        columns={columns}
        rows={itemsWith(data ?? [], search)}
        rowKey={(row) => row.platformContentId}
        rowHref={(row) => `/admin/library/${row.platformContentId}`}
        loading={isPending}
        empty={
          search === "" ? (
            <EmptyState icon={IconStack2} title={words.noItems} action={add}>
              {words.noItemsHint}
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title={words.nothingFound}>
              {words.searchHint}
            </EmptyState>
          )
        }
      />
    </>
  );
}
