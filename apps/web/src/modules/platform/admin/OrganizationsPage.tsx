import { useQuery } from "@tanstack/react-query";
import { organizationCountryLabels } from "@touchline/contract/enums";
import { type ListedOrganization, mostOrganizations } from "@touchline/contract/setup/organization-creation";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconSearch,
  IconStack2,
  IconUserPlus,
  Notice,
  PageHeader,
  SearchField,
} from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { draftQuery, organizationsQuery } from "./queries.ts";

const readSearch = (search: RawSearch) => textIn(search.search);

/** City, state and country, as far as they are said. */
export function placeText({ cityName, stateCode, countryCode }: ListedOrganization): string | null {
  const country =
    countryCode === null || countryCode === "Unknown" || countryCode === "UnitedStates"
      ? null
      : organizationCountryLabels[countryCode];
  return [cityName, stateCode, country].filter(Boolean).join(", ") || null;
}

const columns: [Column<ListedOrganization, never>, ...Column<ListedOrganization, never>[]] = [
  { key: "name", header: "Organization", cell: (row) => row.name },
  { key: "place", header: "Place", cell: placeText, card: "line" },
  {
    key: "kind",
    header: "Kind",
    cell: (row) =>
      row.isDemo ? (
        <Badge tone="none" icon={IconStack2}>
          Demo
        </Badge>
      ) : null,
    card: "beside",
    width: "8rem",
  },
  { key: "created", header: "Created", cell: (row) => dayText(row.createdAt.slice(0, 10)), width: "12rem" },
];

/** Every organization of the installation. */
export function OrganizationsPage() {
  useTitle("Organizations");
  const [search, setSearch] = useUrlState(readSearch);
  const { data, error, isPending, refetch } = useQuery(organizationsQuery(search));
  const draft = useQuery(draftQuery).data;
  if (error && !data) return <LoadFailed what="The organizations" error={error} onRetry={() => void refetch()} />;
  const all = data?.pagination.totalRecords ?? 0;
  return (
    <>
      <PageHeader
        title="Organizations"
        path={[{ label: "Administration", href: "/admin" }]}
        actions={
          <Button
            label={draft ? "Go on creating" : "Create organization"}
            leftIcon={<IconUserPlus aria-hidden />}
            href="/admin/organizations/new"
          />
        }
      >
        {all === 1 ? "One organization" : `${all} organizations`}
        {search === "" ? " on this installation." : ` found for “${search}”.`}
      </PageHeader>
      <SearchField
        label="Search organizations"
        placeholder="Name or place"
        value={search}
        onSearch={(next) => setSearch({ search: next || undefined })}
      />
      {all > mostOrganizations && (
        <Notice tone="waits">The first {mostOrganizations} are shown. Search for the others by name or place.</Notice>
      )}
      <DataTable
        caption="Organizations"
        columns={columns}
        rows={data?.data ?? []}
        rowKey={(row) => row.organizationId}
        rowHref={(row) => `/admin/organizations/${row.organizationId}`}
        loading={isPending}
        expectedRows={4}
        empty={
          <EmptyState icon={IconSearch} title={search === "" ? "There is no organization yet" : "None is found"}>
            {search === "" ? "Create the first one." : "Look for another word of its name, or for its city."}
          </EmptyState>
        }
      />
    </>
  );
}
