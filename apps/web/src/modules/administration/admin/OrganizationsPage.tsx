import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { organizationStates } from "@touchline/contract/accounts/organization-states";
import {
  type HealthProblem,
  healthProblems,
  type OverseenOrganization,
} from "@touchline/contract/administration/oversight";
import {
  Badge,
  Button,
  Chips,
  type Column,
  DataTable,
  EmptyState,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconPlus,
  IconSearch,
  IconStack2,
  PageHeader,
  SearchField,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, someIn, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { draftQuery } from "../../platform/admin/queries.ts";
import classes from "./Administration.module.css";
import { oversightQuery } from "./queries.ts";
import { problemLabels, stateLabels, subscriptionLabels, words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isProblem = (text: string): text is HealthProblem => healthProblems.some((one) => one === text);
const isState = (text: string) => organizationStates.some((one) => one === text);
const stateIn = (text: string): text is (typeof organizationStates)[number] => isState(text);
const readFilter = (search: RawSearch) => ({
  search: textIn(search.search),
  problems: someIn(search.problems, isProblem),
  states: someIn(search.states, stateIn),
});

/** The chips above the list: what is wrong, and what can't be used. */
type Chip = HealthProblem | "suspended" | "closed";
const chips: { value: Chip; label: string }[] = [
  ...healthProblems.map((value) => ({ value, label: problemLabels[value] })),
  { value: "suspended", label: stateLabels.suspended },
  { value: "closed", label: stateLabels.closed },
];

const columns: [Column<OverseenOrganization, never>, ...Column<OverseenOrganization, never>[]] = [
  {
    key: "name",
    header: words.organization,
    cell: (row) => (
      <>
        {row.name}
        <span className={classes.under}>{[row.cityName, row.stateCode].filter(Boolean).join(", ")}</span>
      </>
    ),
  },
  { key: "health", header: words.health, cell: (row) => <Health organization={row} />, width: "15rem" },
  {
    key: "members",
    header: words.members,
    cell: (row) => row.health?.members.toLocaleString() ?? null,
    width: "6rem",
  },
  { key: "plan", header: words.plan, cell: planText, width: "14rem" },
  {
    key: "activity",
    header: words.lastActivity,
    cell: (row) =>
      row.health && (row.health.lastActivityAt ? momentText(row.health.lastActivityAt, zone) : words.never),
    width: "11rem",
  },
];

function planText({ health }: OverseenOrganization) {
  if (!health) return null;
  const { plan, subscription } = health;
  const price =
    plan &&
    words.perMonth({
      name: plan.productName,
      amount: new Intl.NumberFormat(undefined, { style: "currency", currency: plan.currency }).format(
        plan.monthUnitAmount / 100,
      ),
    });
  return (
    <>
      {price ?? (subscription === null && words.noPlan)}
      {subscription && <span className={classes.under}>{subscriptionLabels[subscription]}</span>}
    </>
  );
}

function Health({ organization: { state, isDemo, health } }: { organization: OverseenOrganization }) {
  return (
    <span className={classes.badges}>
      {isDemo && (
        <Badge tone="none" icon={IconStack2}>
          {words.demo}
        </Badge>
      )}
      {state !== "active" && (
        <Badge tone="stop" icon={IconAlertTriangle}>
          {stateLabels[state]}
        </Badge>
      )}
      {!health && (
        <Badge tone="none" icon={IconClock}>
          {words.notMeasured}
        </Badge>
      )}
      {health?.problems.map((problem) => (
        <Badge key={problem} tone="needs" icon={IconAlertTriangle}>
          {problemLabels[problem]}
        </Badge>
      ))}
      {state === "active" && health?.problems.length === 0 && (
        <Badge tone="done" icon={IconCircleCheck}>
          {words.well}
        </Badge>
      )}
    </span>
  );
}

/** Every organization with its health, its plan and its last activity. */
export function OrganizationsPage() {
  useTitle(words.organizations);
  const [{ search, problems, states }, change] = useUrlState(readFilter);
  const list = useInfiniteQuery(oversightQuery({ search, problems, states, order: "name" }));
  const draft = useQuery(draftQuery).data;
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  if (error && !data)
    return <LoadFailed title={words.organizationsNotLoaded} error={error} onRetry={() => void refetch()} />;
  const isFiltered = search !== "" || problems.length > 0 || states.length > 0;
  return (
    <>
      <PageHeader
        title={words.organizations}
        path={[{ label: words.administration, href: "/admin" }]}
        actions={
          <Button
            label={draft ? words.continueDraft : words.createOrganization}
            leftIcon={<IconPlus aria-hidden />}
            href="/admin/organizations/new"
          />
        }
      >
        {data && words.organizationCount({ count: data.pages[0]?.total ?? 0, search })}
      </PageHeader>
      <SearchField
        label={words.searchOrganizations}
        placeholder={words.nameOrPlace}
        value={search}
        onSearch={(next) => change({ search: next || undefined })}
      />
      <Chips
        label={words.showOnly}
        options={chips}
        selected={[...problems, ...states.filter((one) => one !== "active")] as Chip[]}
        onChange={(chosen) =>
          change({ problems: chosen.filter(isProblem), states: chosen.filter((one) => stateIn(one)) })
        }
      />
      <DataTable
        caption={words.organizations}
        columns={columns}
        rows={data?.pages.flatMap((page) => page.data) ?? []}
        rowKey={(row) => row.organizationId}
        rowHref={(row) => `/admin/organizations/${row.organizationId}`}
        loading={isPending}
        expectedRows={4}
        empty={
          <EmptyState icon={IconSearch} title={isFiltered ? words.noneFound : words.noOrganizationsYet}>
            {isFiltered ? words.noneFoundHint : words.createFirst}
          </EmptyState>
        }
      />
      {hasNextPage && (
        <Button
          variant="secondary"
          label={words.showMore}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      )}
      <p className={classes.note}>{words.notMeasuredHint}</p>
    </>
  );
}
