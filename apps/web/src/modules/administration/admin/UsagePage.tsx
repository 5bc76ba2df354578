import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  activeDays,
  type OverseenOrganization,
  oversightOrders,
  usageDays,
} from "@touchline/contract/administration/oversight";
import {
  Button,
  type Column,
  DataTable,
  Facts,
  fileSize,
  LoadingState,
  PageHeader,
  Panel,
  Select,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { oversightQuery, usageQuery } from "./queries.ts";
import { orderLabels, words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const sizeText = (bytes: number) => (bytes === 0 ? words.none : fileSize(bytes));
const readOrder = (search: RawSearch) =>
  oversightOrders.find((one) => one === textIn(search.order)) ?? ("members" as const);

const count = (key: string, header: string, of: (health: NonNullable<OverseenOrganization["health"]>) => string) => ({
  ...{ key, header, width: "9rem" },
  cell: (row: OverseenOrganization) => row.health && of(row.health),
});

const columns: [Column<OverseenOrganization, never>, ...Column<OverseenOrganization, never>[]] = [
  { key: "name", header: words.organization, cell: (row) => row.name },
  count("members", words.members, ({ members }) => members.toLocaleString()),
  count("active", words.active({ days: activeDays }), ({ active }) => active.toLocaleString()),
  count("stored", words.stored, ({ storedBytes }) => sizeText(storedBytes)),
  count("mails", words.mails({ days: usageDays }), ({ mails }) => mails.toLocaleString()),
  count("checks", words.checks({ days: usageDays }), ({ checks }) => checks.toLocaleString()),
];

/** How much the organizations use, together and one by one. */
export function UsagePage() {
  useTitle(words.usage);
  const [order, change] = useUrlState(readOrder);
  const together = useQuery(usageQuery);
  const list = useInfiniteQuery(oversightQuery({ search: "", problems: [], states: [], order }));
  const error = together.error ?? list.error;
  if (error && !(together.data && list.data)) {
    const retry = () => void Promise.all([together.refetch(), list.refetch()]);
    return <LoadFailed title={words.usageNotLoaded} error={error} onRetry={retry} />;
  }
  const { data } = together;
  return (
    <>
      <PageHeader title={words.usage} path={[{ label: words.administration, href: "/admin" }]}>
        {data &&
          (data.measuredAt === null
            ? words.usageOfDemoAlone
            : words.usageIntro({
                organizations: data.organizations,
                moment: momentText(data.measuredAt, zone),
              }))}
      </PageHeader>
      <Panel title={words.together}>
        {!data && <LoadingState label={words.usage} />}
        {data && (
          <Facts
            facts={[
              { label: words.members, value: data.members.toLocaleString() },
              { label: words.active({ days: activeDays }), value: data.active.toLocaleString() },
              { label: words.stored, value: sizeText(data.storedBytes) },
              { label: words.mails({ days: usageDays }), value: data.mails.toLocaleString() },
              { label: words.mailsFailed, value: data.mailsFailed.toLocaleString() },
              { label: words.checks({ days: usageDays }), value: data.checks.toLocaleString() },
            ]}
          />
        )}
      </Panel>
      <Panel title={words.byOrganization}>
        <Select
          label={words.order}
          allowDeselect={false}
          data={oversightOrders.map((value) => ({ value, label: orderLabels[value] }))}
          value={order}
          onChange={(value) => change({ order: value ?? undefined })}
        />
        <DataTable
          caption={words.byOrganization}
          columns={columns}
          rows={list.data?.pages.flatMap((page) => page.data) ?? []}
          rowKey={(row) => row.organizationId}
          rowHref={(row) => `/admin/organizations/${row.organizationId}`}
          loading={list.isPending}
          expectedRows={4}
          bare
          empty={words.noOrganizationsYet}
        />
        {list.hasNextPage && (
          <Button
            variant="secondary"
            label={words.showMore}
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          />
        )}
      </Panel>
    </>
  );
}
