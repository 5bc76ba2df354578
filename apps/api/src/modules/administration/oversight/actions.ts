import { activeDays, usageDays } from "@touchline/contract/administration/oversight";
import type { SubscriptionState } from "@touchline/contract/billing/organization-billing";
import { healthProblemsOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../call.ts";
import { failedJobsOf } from "../../../jobs/failed-jobs.ts";
import { organizationHealth } from "../../../schema/administration.ts";

type Measured = {
  createdAt: Date;
  members: number;
  administrators: number;
  active: number;
  lastSeenAt: Date | null;
  storedBytes: number;
  mails: number;
  mailsFailed: number;
  checks: number;
  failedJobs: number;
  planName: string | null;
  monthUnitAmount: number | null;
  yearUnitAmount: number | null;
  currency: string | null;
  subscription: SubscriptionState | null;
  lastActivityAt: Date | null;
};

/** Measures one organization, in one statement, and writes it where operators see it. */
export async function measureOrganization(call: Call): Promise<void> {
  const id = call.organizationId;
  const since = (days: number) => sql`${call.now.toISOString()}::timestamptz - make_interval(days => ${days}::int)`;
  const { rows } = await call.db.execute<Record<keyof Measured, string | null>>(sql`
    SELECT organization.created_at AS "createdAt",
      (SELECT count(DISTINCT profile_id)::int FROM profile_level_access WHERE organization_id = ${id}) AS members,
      (SELECT count(DISTINCT pla.profile_id)::int FROM profile_level_access AS pla
        JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
        JOIN profile ON profile.organization_id = pla.organization_id AND profile.profile_id = pla.profile_id
        WHERE pla.organization_id = ${id} AND label.role IN ('Admin', 'President') AND profile.activated_at IS NOT NULL
      ) AS administrators,
      seen.active, seen.last_seen_at AS "lastSeenAt",
      (SELECT coalesce(sum(bytes), 0)::bigint FROM stored_file
        WHERE organization_id = ${id} AND destroyed_at IS NULL) AS "storedBytes",
      sent.mails, sent.failed AS "mailsFailed",
      (SELECT count(*)::int FROM screening_order
        WHERE organization_id = ${id} AND ordered_at > ${since(usageDays)}) AS checks,
      ${failedJobsOf(id)} AS "failedJobs",
      plan.product_name AS "planName", plan.month_unit_amount AS "monthUnitAmount",
      plan.year_unit_amount AS "yearUnitAmount", plan.currency,
      (SELECT state FROM subscription WHERE organization_id = ${id} AND state <> 'preparing'
        ORDER BY created_at DESC LIMIT 1) AS subscription,
      (SELECT last_activity_at FROM organization_health WHERE organization_id = ${id}) AS "lastActivityAt"
    FROM organization
    LEFT JOIN organization_plan AS plan ON plan.organization_id = organization.organization_id
    CROSS JOIN (
      SELECT max(last_seen_at) AS last_seen_at,
        count(DISTINCT web_session.app_user_id) FILTER (WHERE last_seen_at > ${since(activeDays)})::int AS active
      FROM web_session JOIN profile_directory ON profile_directory.profile_id = web_session.profile_id
      WHERE profile_directory.organization_id = ${id}) AS seen
    CROSS JOIN (
      SELECT count(*)::int AS mails, count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed
      FROM mail WHERE organization_id = ${id} AND created_at > ${since(usageDays)}) AS sent
    WHERE organization.organization_id = ${id}`);
  const [row] = rows;
  if (!row) return;
  const number = (key: keyof Measured) => Number(row[key] ?? 0);
  const instant = (key: keyof Measured) => (row[key] === null ? null : new Date(row[key]));
  const seen = instant("lastSeenAt");
  const before = instant("lastActivityAt");
  const lastActivityAt = seen !== null && (before === null || seen > before) ? seen : before;
  const subscription = row.subscription as SubscriptionState | null;
  const counts = {
    ...{ administrators: number("administrators"), mails: number("mails"), mailsFailed: number("mailsFailed") },
    ...{ failedJobs: number("failedJobs"), subscription },
  };
  const facts = {
    ...counts,
    ...{ members: number("members"), active: number("active"), storedBytes: number("storedBytes") },
    ...{ checks: number("checks"), lastActivityAt, planName: row.planName, currency: row.currency },
    monthUnitAmount: row.monthUnitAmount === null ? null : number("monthUnitAmount"),
    yearUnitAmount: row.yearUnitAmount === null ? null : number("yearUnitAmount"),
    problems: healthProblemsOf(
      {
        ...counts,
        createdAt: instant("createdAt")?.getTime() ?? call.now.getTime(),
        lastActivityAt: lastActivityAt?.getTime() ?? null,
      },
      call.now.getTime(),
    ),
    measuredAt: call.now,
  };
  await call.db
    .insert(organizationHealth)
    .values({ organizationId: id, ...facts })
    .onConflictDoUpdate({ target: organizationHealth.organizationId, set: facts });
}
