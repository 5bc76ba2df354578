import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ResponseOf } from "@touchline/contract";
import { listUndelivered, undeliveredTexts } from "@touchline/contract/messages/undelivered";
import { type Column, DataTable, EmptyState, IconCircleCheck, PageHeader } from "@touchline/ui";
import { call } from "../../../client.ts";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { pathTo } from "../../../levels/tree.ts";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { words } from "./words.ts";

type Row = ResponseOf<typeof listUndelivered>["data"][number];

const undeliveredBelowQuery = (levelId: string) =>
  infiniteQueryOptions({
    queryKey: ["members", levelId, "undelivered"],
    queryFn: ({ pageParam, signal }) =>
      call(
        listUndelivered,
        { params: { id: levelId }, query: { perPage: 50, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    // Refetched, because the reader may have just corrected an address.
    staleTime: 0,
  });

const columnsIn = (zone: string): [Column<Row, never>, ...Column<Row, never>[]] => [
  {
    key: "person",
    header: words.person,
    cell: (row) => row.fullName,
    note: (row) =>
      row.guardianOf === null
        ? words.roleAtLevel({ labelName: row.labelName, levelName: row.levelName })
        : words.guardianOf({ guardianOf: row.guardianOf }),
  },
  { key: "email", header: words.email, cell: (row) => row.email, card: "line" },
  { key: "reason", header: words.reason, cell: (row) => undeliveredTexts[row.reason], card: "line" },
  { key: "at", header: words.date, cell: (row) => dayOfInstant(row.at, zone), width: "9rem" },
];

/** Lists the people at a level and below whose latest email wasn't delivered, with links to correct the address. */
export function UndeliveredPage() {
  useTitle(words.emailsNotDelivered);
  const { levelId = "" } = useParams({ strict: false }) as { levelId?: string };
  const profile = useActiveProfile();
  const levels = useQuery(navigationQuery(profile.hierarchyLevelId)).data ?? [];
  const query = useInfiniteQuery(undeliveredBelowQuery(levelId));
  if (query.isError && !query.data) {
    return <LoadFailed title={words.listNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const here = levels.find((level) => level.levelId === levelId);
  const path = [...pathTo(levels, levelId), ...(here ? [here] : [])];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <>
      <PageHeader
        title={words.emailsNotDelivered}
        path={path.map((level) => ({ label: level.name, href: `/dashboard/${level.levelId}` }))}
      >
        {total > 0 && words.undeliveredIntro({ count: total })}
      </PageHeader>
      <DataTable
        caption={words.undeliveredCaption}
        columns={columnsIn(profile.organization.timeZone)}
        rows={query.data?.pages.flatMap((page) => page.data) ?? []}
        rowKey={(row) => row.rowId}
        rowHref={(row) => `/members/${row.profileLevelAccessId}`}
        loading={query.isPending}
        expectedRows={3}
        empty={
          <EmptyState icon={IconCircleCheck} title={words.allDelivered}>
            {words.allDeliveredHint}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
    </>
  );
}
