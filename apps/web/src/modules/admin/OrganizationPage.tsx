import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ResponseOf } from "@touchline/contract";
import type { lookAtOrganization } from "@touchline/contract/organization-creation";
import { Badge, Facts, IconCircleCheck, IconHourglass, LoadingState, Notice, PageHeader, Panel } from "@touchline/ui";
import { momentText } from "../../dates.ts";
import { LoadFailed } from "../../errorScreens.tsx";
import { useTitle } from "../../useTitle.ts";
import classes from "./Admin.module.css";
import { placeText } from "./OrganizationsPage.tsx";
import { organizationQuery } from "./queries.ts";

type Look = ResponseOf<typeof lookAtOrganization>;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const path = [
  { label: "Administration", href: "/admin" },
  { label: "Organizations", href: "/admin/organizations" },
];

/** One organization, as far as those who run the platform may look at it. */
export function OrganizationPage() {
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  const { data, error, refetch } = useQuery(organizationQuery(organizationId));
  useTitle(data?.name ?? "Organization");
  if (error && !data) return <LoadFailed what="The organization" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Loading the organization" />;
  return (
    <>
      <PageHeader title={data.name} path={path}>
        {placeText(data) ?? "No place is said."}
      </PageHeader>
      <div className={classes.columns}>
        <Panel title="About it">
          <Facts facts={factsOf(data)} />
        </Panel>
        <Panel title="Administrators">
          {data.administrators.length === 0 && (
            <p className={classes.note}>Nobody is an Admin here. A Director can look after the levels alone.</p>
          )}
          <ul className={classes.list}>
            {data.administrators.map((one) => (
              <li key={`${one.email} ${one.lastName}`} className={classes.administrator}>
                <span>
                  {one.firstName} {one.lastName}
                  <span className={classes.note}> {one.email}</span>
                </span>
                {one.activatedAt === null ? (
                  <Badge tone="waits" icon={IconHourglass}>
                    Invited
                  </Badge>
                ) : (
                  <Badge tone="done" icon={IconCircleCheck}>
                    Active
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <Notice tone="waits">
        Members, their requirements and their files are the organization's alone. That you looked here is in its audit
        log.
      </Notice>
    </>
  );
}

function factsOf(data: Look) {
  const money = (cents: number) =>
    new Intl.NumberFormat(undefined, { style: "currency", currency: data.plan?.currency ?? "USD" }).format(cents / 100);
  const { plan } = data;
  return [
    {
      label: "Plan",
      value:
        plan && `${plan.productName}, ${money(plan.monthUnitAmount)} a month or ${money(plan.yearUnitAmount)} a year`,
    },
    { label: "Bills go to", value: plan?.billingEmail ?? null },
    { label: "Website", value: data.website },
    { label: "Phone", value: data.phone },
    { label: "Time zone", value: data.timeZone.replaceAll("_", " ") },
    { label: "Levels", value: String(data.levels) },
    { label: "Memberships", value: String(data.members) },
    { label: "Created", value: momentText(data.createdAt, zone) },
  ];
}
