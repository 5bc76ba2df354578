import { useQuery } from "@tanstack/react-query";
import type { RequirementType } from "@touchline/contract";
import type { libraryStates } from "@touchline/contract/library/content";
import { permissionOf } from "@touchline/rules/security/permissions";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconArrowUp,
  IconCircleDashed,
  IconInbox,
  IconSearch,
  IconStack2,
  IconUsers,
  PageHeader,
  Pager,
} from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { PastTheEnd } from "../../../parts/PastTheEnd.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { pageIn, type RawSearch, someIn, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { nameColumn, typeColumn } from "./items.tsx";
import { isState, LibraryFilters, typeValues } from "./LibraryFilters.tsx";
import { mayCopy } from "./may-copy.ts";
import { type ContentRow, libraryPageQuery } from "./queries.ts";

const readSearch = (search: RawSearch) => ({
  search: textIn(search.search),
  page: pageIn(search.page),
  types: someIn(search.type, (one): one is string => typeValues.includes(one)),
  levelId: textIn(search.level),
  state: isState(textIn(search.state)) ? (textIn(search.state) as (typeof libraryStates)[number]) : null,
  archived: textIn(search.archived) === "true",
});
const perPage = 25;
const count = new Intl.NumberFormat();

/** Where a content stands: what is to be done about it comes first. */
function state(row: ContentRow) {
  if (row.archivedAt !== null) {
    return (
      <Badge tone="none" icon={IconInbox}>
        Archived
      </Badge>
    );
  }
  if (row.version === 0) {
    return (
      <Badge tone="needs" icon={IconCircleDashed}>
        Not finished
      </Badge>
    );
  }
  if (row.updateAvailable) {
    return (
      <Badge tone="needs" icon={IconArrowUp}>
        Update available
      </Badge>
    );
  }
  if (row.assignments === 0) {
    return (
      <Badge tone="none" icon={IconCircleDashed}>
        Not assigned
      </Badge>
    );
  }
  if (row.owedOn === 0) {
    return (
      <Badge tone="none" icon={IconUsers}>
        Assigned to no one
      </Badge>
    );
  }
  return (
    <Badge tone="done" icon={IconUsers}>
      {`Assigned to ${count.format(row.owedOn)}`}
    </Badge>
  );
}

const columns: [Column<ContentRow, never>, ...Column<ContentRow, never>[]] = [
  nameColumn,
  typeColumn,
  { key: "level", header: "Belongs to", card: "words", cell: (row) => row.levelName },
  { key: "state", header: "State", card: "line", cell: state },
];

/** What the organization can ask for. */
export function LibraryPage() {
  const { organizationId, levelRoles } = useActiveProfile();
  const whole = levelRoles.some(({ role }) => {
    const reach = permissionOf("content.edit", role)?.reach;
    return reach === "organization" || reach === "platform";
  });
  const [asked, change] = useUrlState(readSearch);
  const { search, page, types, levelId, state: only, archived } = asked;
  const library = useQuery(
    libraryPageQuery(organizationId, {
      page,
      perPage,
      search,
      type: types.map((one) => Number(one) as RequirementType),
      archived: archived ? "true" : "false",
      ...(levelId ? { levelId } : {}),
      ...(only ? { state: only } : {}),
    }),
  );
  useTitle("Library");
  if (library.isError && !library.data)
    return <LoadFailed what="The library" error={library.error} onRetry={() => void library.refetch()} />;

  const narrowed = search !== "" || types.length > 0 || levelId !== "" || only !== null || archived;
  const add = <Button key="add" label="Add requirement" href="/library/new" />;
  const copy = mayCopy(levelRoles) && (
    <Button key="copy" variant="secondary" label="Platform's library" href="/library/platform" />
  );
  const totalRecords = library.data?.pagination.totalRecords ?? 0;
  return (
    <>
      <PageHeader title="Library" actions={[copy, add]}>
        {whole
          ? "What your organization asks of its members."
          : "What the levels you look after ask of their members. What is asked from above is looked after there."}
      </PageHeader>
      {(library.isPending || totalRecords > 0 || narrowed) && <LibraryFilters {...asked} change={change} />}
      <DataTable
        caption="Library"
        columns={columns}
        rows={library.data?.data ?? []}
        rowKey={(row) => row.contentId}
        rowHref={(row) => `/library/${row.contentId}`}
        loading={library.isPending}
        empty={
          totalRecords > 0 ? (
            <PastTheEnd onFirst={() => change({ page: undefined })} />
          ) : !narrowed ? (
            <EmptyState
              icon={IconStack2}
              title={whole ? "Nothing is asked for yet" : "Your levels ask for nothing of their own yet"}
              action={add}
            >
              Make the first requirement, and assign it to a level: everybody there sees at once what they owe.
            </EmptyState>
          ) : archived && search === "" && types.length === 0 && levelId === "" ? (
            <EmptyState icon={IconInbox} title="Nothing is archived">
              What you take out of use is kept here, and can be restored.
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title="Nothing matches">
              Search for a part of the name, or of the level it belongs to, or take a filter away.
            </EmptyState>
          )
        }
      />
      {totalRecords > perPage && (
        <Pager
          page={page}
          perPage={perPage}
          totalRecords={totalRecords}
          onPage={(next) => change({ page: next > 1 ? next : undefined }, { back: true })}
        />
      )}
    </>
  );
}
