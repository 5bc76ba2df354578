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
import { itemsWith, nameColumn, typeColumn } from "./items.tsx";
import classes from "./Library.module.css";
import { type Offered, offeredQuery } from "./queries.ts";

const readSearch = (search: RawSearch) => ({ search: textIn(search.search), item: textIn(search.item) });

const columns: [Column<Offered, never>, ...Column<Offered, never>[]] = [
  nameColumn,
  typeColumn,
  {
    key: "copies",
    header: "In our library",
    card: "line",
    cell: (row) =>
      row.copies.length === 0 ? null : (
        <Badge tone="done" icon={IconCheck}>
          {row.copies.length === 1 ? "Copied" : `Copied ${row.copies.length} times`}
        </Badge>
      ),
  },
];

/** What those who run the platform offer, to be copied into one's own library. */
export function OfferedPage() {
  useTitle("Platform's library");
  const [{ search, item }, change] = useUrlState(readSearch);
  const { data, error, isPending, refetch } = useQuery(offeredQuery);
  if (error && !data) return <LoadFailed what="The platform's library" error={error} onRetry={() => void refetch()} />;
  const found = itemsWith(data ?? [], search);
  const chosen = data?.find((one) => one.platformContentId === item);
  return (
    <>
      <PageHeader title="Platform's library" path={[{ label: "Library", href: "/library" }]}>
        Prepared for every organization. What you copy is your own: change it as you like, and take updates when you
        like.
      </PageHeader>
      <search className={classes.search}>
        <SearchField
          label="Search the platform's library"
          placeholder="Name or type"
          value={search}
          onSearch={(text) => change({ search: text || undefined })}
        />
      </search>
      <DataTable
        caption="Platform's library"
        columns={columns}
        rows={found}
        rowKey={(row) => row.platformContentId}
        rowHref={(row) => `/library/platform?item=${row.platformContentId}`}
        loading={isPending}
        empty={
          search === "" ? (
            <EmptyState icon={IconStack2} title="Nothing is offered yet">
              Those who run the platform have not prepared anything.
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title="Nothing matches">
              Search for a part of the name.
            </EmptyState>
          )
        }
      />
      {chosen && <CopyDialog item={chosen} onClose={() => change({ item: undefined })} />}
    </>
  );
}
