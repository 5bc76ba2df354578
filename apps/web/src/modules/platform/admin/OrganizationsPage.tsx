import { useQuery } from "@tanstack/react-query";
import { organizationCountryLabels } from "@touchline/contract";
import { type ListedOrganization, mostOrganizations } from "@touchline/contract/setup/organization-creation";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconPlus,
  IconSearch,
  IconStack2,
  Notice,
  PageHeader,
  SearchField,
} from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { draftQuery, organizationsQuery } from "./queries.ts";
import { words } from "./words.ts";

const readSearch = (search: RawSearch) => textIn(search.search);

/** City, state and country, as far as they are known. */
export function placeText({ cityName, stateCode, countryCode }: ListedOrganization): string | null {
  const country =
    countryCode === null || countryCode === "Unknown" || countryCode === "UnitedStates"
      ? null
      : organizationCountryLabels[countryCode];
  return [cityName, stateCode, country].filter(Boolean).join(", ") || null;
}

const columns: [Column<ListedOrganization, never>, ...Column<ListedOrganization, never>[]] = [
  { key: "name", header: words.organization, cell: (row) => row.name },
  { key: "place", header: words.place, cell: placeText, card: "line" },
  {
    key: "kind",
    header: words.kind,
    cell: (row) =>
      row.isDemo ? (
        <Badge tone="none" icon={IconStack2}>
          {words.demo}
        </Badge>
      ) : null,
    card: "beside",
    width: "8rem",
  },
  { key: "created", header: words.created, cell: (row) => dayText(row.createdAt.slice(0, 10)), width: "12rem" },
];

/** Every organization of the installation. */
export function OrganizationsPage() {
  useTitle(words.organizations);
  const [search, setSearch] = useUrlState(readSearch);
  const { data, error, isPending, refetch } = useQuery(organizationsQuery(search));
  const draft = useQuery(draftQuery).data;
  if (error && !data)
    return <LoadFailed title={words.organizationsNotLoaded} error={error} onRetry={() => void refetch()} />;
  const all = data?.pagination.totalRecords ?? 0;
  return (
    <>
      <PageHeader
        title={words.organizations}
        path={[{ label: "Administration", href: "/admin" }]}
        actions={
          <Button
            label={draft ? words.continueDraft : words.createOrganization}
            leftIcon={<IconPlus aria-hidden />}
            href="/admin/organizations/new"
          />
        }
      >
        {words.organizationCount({ count: all, search })}
      </PageHeader>
      <SearchField
        label={words.searchOrganizations}
        placeholder={words.nameOrPlace}
        value={search}
        onSearch={(next) => setSearch({ search: next || undefined })}
      />
      {all > mostOrganizations && (
        <Notice tone="waits">{words.organizationsShown({ count: mostOrganizations })}</Notice>
      )}
      <DataTable
        caption={words.organizations}
        columns={columns}
        rows={data?.data ?? []}
        rowKey={(row) => row.organizationId}
        rowHref={(row) => `/admin/organizations/${row.organizationId}`}
        loading={isPending}
        expectedRows={4}
        empty={
          <EmptyState icon={IconSearch} title={search === "" ? words.noOrganizationsYet : words.noneFound}>
            {search === "" ? words.createFirst : words.noneFoundHint}
          </EmptyState>
        }
      />
    </>
  );
}
