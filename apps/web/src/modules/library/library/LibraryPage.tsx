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
import { nameColumn, typeColumn } from "./ItemColumns.tsx";
import { isState, LibraryFilters, typeValues } from "./LibraryFilters.tsx";
import { mayCopy } from "./may-copy.ts";
import { type ContentRow, libraryPageQuery } from "./queries.ts";
import { words } from "./words.ts";

const readSearch = (search: RawSearch) => ({
  search: textIn(search.search),
  page: pageIn(search.page),
  types: someIn(search.type, (one): one is string => typeValues.includes(one)),
  levelId: textIn(search.level),
  state: isState(textIn(search.state)) ? (textIn(search.state) as (typeof libraryStates)[number]) : null,
  archived: textIn(search.archived) === "true",
});
const perPage = 25;

/** The status of a content. What needs attention comes first. */
function state(row: ContentRow) {
  if (row.archivedAt !== null) {
    return (
      <Badge tone="none" icon={IconInbox}>
        {words.archived}
      </Badge>
    );
  }
  if (row.version === 0) {
    return (
      <Badge tone="needs" icon={IconCircleDashed}>
        {words.draft}
      </Badge>
    );
  }
  if (row.updateAvailable) {
    return (
      <Badge tone="needs" icon={IconArrowUp}>
        {words.updateAvailable}
      </Badge>
    );
  }
  if (row.assignments === 0) {
    return (
      <Badge tone="none" icon={IconCircleDashed}>
        {words.notAssigned}
      </Badge>
    );
  }
  if (row.owedOn === 0) {
    return (
      <Badge tone="none" icon={IconUsers}>
        {words.assignedToNoOne}
      </Badge>
    );
  }
  return (
    <Badge tone="done" icon={IconUsers}>
      {words.assignedToMemberships({ count: row.owedOn })}
    </Badge>
  );
}

const columns: [Column<ContentRow, never>, ...Column<ContentRow, never>[]] = [
  nameColumn,
  typeColumn,
  { key: "level", header: words.belongsTo, card: "words", cell: (row) => row.levelName },
  { key: "state", header: words.status, card: "line", cell: state },
];

/** Lists the organization's requirements. */
export function LibraryPage() {
  const { organizationId, levelRoles } = useActiveProfile();
  const whole = levelRoles.some(({ role }) => {
    const reach = permissionOf("content.edit", role)?.reach;
    return reach === "organization" || reach === "platform";
  });
  const [filters, change] = useUrlState(readSearch);
  const { search, page, types, levelId, state: only, archived } = filters;
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
  useTitle(words.library);
  if (library.isError && !library.data)
    return <LoadFailed title={words.libraryNotLoaded} error={library.error} onRetry={() => void library.refetch()} />;

  const narrowed = search !== "" || types.length > 0 || levelId !== "" || only !== null || archived;
  const add = <Button key="add" label={words.addRequirement} href="/library/new" />;
  const copy = mayCopy(levelRoles) && (
    <Button key="copy" variant="secondary" label={words.browseTemplates} href="/library/platform" />
  );
  const totalRecords = library.data?.pagination.totalRecords ?? 0;
  return (
    <>
      <PageHeader title={words.library} actions={[copy, add]}>
        {whole ? words.libraryAbout : words.libraryOfLevelsAbout}
      </PageHeader>
      {(library.isPending || totalRecords > 0 || narrowed) && <LibraryFilters {...filters} change={change} />}
      <DataTable
        caption={words.library}
        columns={columns}
        rows={library.data?.data ?? []}
        rowKey={(row) => row.contentId}
        rowHref={(row) => `/library/${row.contentId}`}
        loading={library.isPending}
        empty={
          totalRecords > 0 ? (
            <PastTheEnd onFirst={() => change({ page: undefined })} />
          ) : !narrowed ? (
            <EmptyState icon={IconStack2} title={whole ? words.emptyTitle : words.emptyOfLevelsTitle} action={add}>
              {words.emptyAbout}
            </EmptyState>
          ) : archived && search === "" && types.length === 0 && levelId === "" ? (
            <EmptyState icon={IconInbox} title={words.noneArchived}>
              {words.noneArchivedAbout}
            </EmptyState>
          ) : (
            <EmptyState icon={IconSearch} title={words.noResults}>
              {words.noResultsAbout}
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
