import { useQuery } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import { permissionOf } from "@touchline/rules/permissions";
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconSearch,
  IconStack2,
  PageHeader,
  Pager,
  SearchField,
} from "@touchline/ui";
import { LoadFailed } from "../../errorScreens.tsx";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { pageIn, type RawSearch, textIn, useUrlState } from "../../urlState.ts";
import { useTitle } from "../../useTitle.ts";
import classes from "./Library.module.css";
import { type ContentRow, libraryQuery } from "./queries.ts";

const readSearch = (search: RawSearch) => ({ search: textIn(search.search), page: pageIn(search.page) });
const perPage = 50;
const count = new Intl.NumberFormat();

const columns: [Column<ContentRow, never>, ...Column<ContentRow, never>[]] = [
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
  { key: "level", header: "Level", card: "words", cell: (row) => row.levelName },
  {
    key: "version",
    header: "Version",
    align: "end",
    cell: (row) => (row.version === 0 ? "Not finished" : row.version),
  },
  {
    key: "assignments",
    header: "Assignments",
    align: "end",
    cell: (row) => (row.assignments === 0 ? "Not assigned" : count.format(row.assignments)),
  },
];

/** What the organization can ask for. */
export function LibraryPage() {
  const { organizationId, levelRoles } = useActiveProfile();
  const whole = levelRoles.some(({ role }) => {
    const reach = permissionOf("content.edit", role)?.reach;
    return reach === "organization" || reach === "platform";
  });
  const [{ search, page }, change] = useUrlState(readSearch);
  const library = useQuery(libraryQuery(organizationId));
  useTitle("Library");
  if (library.isError)
    return <LoadFailed what="The library" error={library.error} onRetry={() => void library.refetch()} />;

  const words = search.toLocaleLowerCase().split(/\s+/);
  const all = library.data ?? [];
  const found = all.filter(({ name, description, levelName }) => {
    const text = `${name} ${description} ${levelName}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const add = (
    <>
      <Button label="New document" href="/library/new/document" />{" "}
      <Button variant="secondary" label="New form" href="/library/new/form" />
    </>
  );
  return (
    <>
      <PageHeader title="Library" actions={add}>
        {whole
          ? "What your organization asks of its members."
          : "What the levels you look after ask of their members. What is asked from above is looked after there."}
      </PageHeader>
      {(library.isPending || all.length > 0 || search !== "") && (
        <search className={classes.search}>
          <SearchField
            label="Search the library"
            placeholder="Name or level"
            value={search}
            onSearch={(text) => change({ search: text || undefined, page: undefined })}
          />
        </search>
      )}
      <DataTable
        caption="Library"
        columns={columns}
        rows={found.slice((page - 1) * perPage, page * perPage)}
        rowKey={(row) => row.contentId}
        rowHref={(row) => `/library/${row.contentId}`}
        loading={library.isPending}
        empty={
          search === "" ? (
            <EmptyState
              icon={IconStack2}
              title={whole ? "Nothing is asked for yet" : "Your levels ask for nothing of their own yet"}
              action={add}
            >
              Make the first document, and assign it to a level: everybody there sees at once what they owe.
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title="Nothing matches">
              Search for a part of the name, or of the level it belongs to.
            </EmptyState>
          )
        }
      />
      {found.length > perPage && (
        <Pager
          page={page}
          perPage={perPage}
          totalRecords={found.length}
          onPage={(next) => change({ page: next > 1 ? next : undefined }, { back: true })}
        />
      )}
    </>
  );
}
