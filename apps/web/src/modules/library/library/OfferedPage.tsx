import { useQuery } from "@tanstack/react-query";
import {
  Badge,
  type Column,
  DataTable,
  EmptyState,
  IconCheck,
  IconSearch,
  IconStack2,
  PageHeader,
  SearchField,
} from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { CopyDialog } from "./CopyDialog.tsx";
import { itemsWith, nameColumn, typeColumn } from "./ItemColumns.tsx";
import classes from "./Library.module.css";
import { type Offered, offeredQuery } from "./queries.ts";
import { words } from "./words.ts";

const readSearch = (search: RawSearch) => ({ search: textIn(search.search), item: textIn(search.item) });

const columns: [Column<Offered, never>, ...Column<Offered, never>[]] = [
  nameColumn,
  typeColumn,
  {
    key: "copies",
    header: words.inYourLibrary,
    card: "line",
    cell: (row) =>
      row.copies.length === 0 ? null : (
        <Badge tone="done" icon={IconCheck}>
          {words.copiedTimes({ count: row.copies.length })}
        </Badge>
      ),
  },
];

/** Lists the platform's templates, which can be copied into the organization's library. */
export function OfferedPage() {
  useTitle(words.templates);
  const [{ search, item }, change] = useUrlState(readSearch);
  const { data, error, isPending, refetch } = useQuery(offeredQuery);
  if (error && !data)
    return <LoadFailed title={words.templatesNotLoaded} error={error} onRetry={() => void refetch()} />;
  const found = itemsWith(data ?? [], search);
  const chosen = data?.find((one) => one.platformContentId === item);
  return (
    <>
      <PageHeader title={words.templates} path={[{ label: words.library, href: "/library" }]}>
        {words.templatesAbout}
      </PageHeader>
      <search className={classes.search}>
        <SearchField
          label={words.searchTemplates}
          placeholder={words.nameOrType}
          value={search}
          onSearch={(text) => change({ search: text || undefined })}
        />
      </search>
      <DataTable
        caption={words.templates}
        columns={columns}
        rows={found}
        rowKey={(row) => row.platformContentId}
        rowHref={(row) => `/library/platform?item=${row.platformContentId}`}
        loading={isPending}
        empty={
          search === "" ? (
            <EmptyState icon={IconStack2} title={words.noTemplates}>
              {words.noTemplatesAbout}
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title={words.noResults}>
              {words.noTemplatesFoundAbout}
            </EmptyState>
          )
        }
      />
      {chosen && <CopyDialog item={chosen} onClose={() => change({ item: undefined })} />}
    </>
  );
}
