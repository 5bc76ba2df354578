import type { ResponseOf } from "@touchline/contract";
import {
  type getBillingReport,
  type ReportSums,
  reportLevels,
  reportSeasons,
} from "@touchline/contract/billing/reports";
import { addToDay, type Day, dayOf, seasonOf, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { invalid } from "../../../errors.ts";
import { organization } from "../../../schema/accounts.ts";
import { authorize } from "../../../security/authorize.ts";
import { levelById, rootLevel } from "../../people/index.ts";
import { readOutstandingByLevel } from "../../requirements/index.ts";

type Report = ResponseOf<typeof getBillingReport>;
type Line = Report["lines"][number];
type Asked = { levelId?: string | undefined; season?: string | undefined };

/** Sums what members paid in a season and what is outstanding, for a level and those right below it. @throws NotFound, Forbidden */
export async function billingReport(call: Call, filter: Asked): Promise<Report> {
  authorize(call, "billing", { organizationWide: true });
  const level = filter.levelId === undefined ? await rootLevel(call) : await levelById(call, filter.levelId);
  const seasons = await seasonsOf(call);
  const season = filter.season === undefined ? seasons[0] : seasons.find((one) => one.firstDay === filter.season);
  if (!season) throw invalid("season", "Choose one of the seasons.");
  const { timeZone } = await organizationFacts(call);
  const between = {
    since: new Date(startOfDay(season.firstDay, timeZone)),
    until: new Date(startOfDay(addToDay(season.lastDay, { days: 1 }), timeZone)),
  };
  const isRoot = level.parentId === null;
  const levels = await levelsBelow(call, level.levelId);
  const reported = levels.slice(0, reportLevels);
  const money = await readMoney(call, level.levelId, between);
  const owed = await readOutstandingByLevel(call, level.levelId);
  const lines: Line[] = [
    { levelId: level.levelId, name: level.name, at: "here" as const },
    ...reported.map((one) => ({ ...one, at: "below" as const })),
    ...(isRoot ? [{ levelId: null, name: "", at: "gone" as const }] : []),
  ].map((line) => ({ ...line, sums: sumsOf(money, owed, (levelId) => levelId === line.levelId) }));
  return {
    ...{ season, seasons, lines: lines.filter((one) => one.at === "below" || one.sums.length > 0) },
    level: { levelId: level.levelId, name: level.name, parentId: level.parentId },
    whole: sumsOf(money, owed, (levelId) => isRoot || levelId !== null),
    more: levels.length > reportLevels,
    failed: await failedBetween(call, between),
  };
}

/** Lists the current season and those before it. */
async function seasonsOf(call: Call): Promise<{ firstDay: Day; lastDay: Day }[]> {
  const [row] = await call.db
    .select({ month: organization.seasonMonth, day: organization.seasonDay, zone: organization.timeZone })
    .from(organization)
    .where(ours(organization, call));
  const start = { month: row?.month ?? 8, day: row?.day ?? 1 };
  let season = seasonOf(dayOf(call.now.getTime(), row?.zone ?? "UTC"), start);
  return Array.from({ length: reportSeasons }, (_, index) => {
    if (index > 0) season = seasonOf(addToDay(season.firstDay, { days: -1 }), start);
    return season;
  });
}

async function levelsBelow(call: Call, levelId: string) {
  const { rows } = await call.db.execute<{ levelId: string; name: string }>(sql`
    SELECT level.level_id AS "levelId", level.name FROM level
    WHERE level.organization_id = ${call.organizationId} AND level.parent_id = ${levelId} AND level.pre > 0
    ORDER BY level.pre LIMIT ${reportLevels + 1}`);
  return rows;
}

type Moved = { levelId: string | null; currency: ReportSums["currency"] } & Pick<
  ReportSums,
  "paid" | "refunded" | "disputed" | "fees"
>;

/**
 * Sums the ledger's payments in a period by the level that each is for. An entry is divided among what its payment was for, by
 * amounts; a remainder goes to the first, so that the shares add up to the entry.
 */
async function readMoney(
  call: Call,
  levelId: string,
  { since, until }: { since: Date; until: Date },
): Promise<Moved[]> {
  const { organizationId } = call;
  const { rows } = await call.db.execute<Moved>(sql`
    WITH chosen AS (
      SELECT pre, last FROM level WHERE level.organization_id = ${organizationId} AND level.level_id = ${levelId}
    ), entry AS (
      SELECT entry.ledger_entry_id AS id, entry.kind, entry.amount, entry.currency, entry.payment_id, back.requirement_id
      FROM ledger_entry AS entry
      LEFT JOIN payment_refund AS back ON back.organization_id = ${organizationId} AND back.payment_id = entry.payment_id
        AND (back.provider_refund_id = entry.provider_reference
          OR (entry.kind = 'offlineRefund' AND back.payment_refund_id::text = entry.source_key))
      WHERE entry.organization_id = ${organizationId} AND entry.payment_id IS NOT NULL
        AND entry.at >= ${since.toISOString()}::timestamptz AND entry.at < ${until.toISOString()}::timestamptz
    ), part AS (
      SELECT entry.id, entry.kind, entry.amount, entry.currency, item.profile_level_access_id,
        floor(entry.amount::numeric * item.amount / sum(item.amount) OVER (PARTITION BY entry.id)) AS share,
        row_number() OVER (PARTITION BY entry.id ORDER BY item.requirement_id) AS number
      FROM entry
      JOIN payment_item AS item ON item.organization_id = ${organizationId} AND item.payment_id = entry.payment_id
        AND (entry.requirement_id IS NULL OR item.requirement_id = entry.requirement_id)
    ), shared AS (
      SELECT kind, currency, profile_level_access_id,
        share + CASE number WHEN 1 THEN amount - sum(share) OVER (PARTITION BY id) ELSE 0 END AS amount
      FROM part
    ), placed AS (
      SELECT shared.kind, shared.currency, shared.amount, at.level_id, at.pre
      FROM shared
      LEFT JOIN profile_level_access AS place ON place.organization_id = ${organizationId}
        AND place.profile_level_access_id = shared.profile_level_access_id
      LEFT JOIN level AS at ON at.organization_id = ${organizationId} AND at.level_id = place.level_id AND at.pre > 0
    )
    SELECT coalesce(child.level_id, CASE WHEN placed.level_id = ${levelId} THEN placed.level_id END) AS "levelId", placed.currency,
      coalesce(sum(placed.amount) FILTER (WHERE placed.kind IN ('charge', 'offline')), 0)::float8 AS paid,
      coalesce(sum(placed.amount) FILTER (WHERE placed.kind IN ('refund', 'offlineRefund')), 0)::float8 AS refunded,
      coalesce(sum(CASE placed.kind WHEN 'dispute' THEN placed.amount WHEN 'disputeReversed' THEN -placed.amount END), 0)::float8 AS disputed,
      coalesce(sum(placed.amount) FILTER (WHERE placed.kind = 'fee'), 0)::float8 AS fees
    FROM placed CROSS JOIN chosen
    LEFT JOIN level AS child ON child.organization_id = ${organizationId} AND child.parent_id = ${levelId} AND child.pre > 0
      AND placed.pre BETWEEN child.pre AND child.last
    WHERE placed.pre IS NULL OR placed.pre BETWEEN chosen.pre AND chosen.last
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 20000`);
  return rows;
}

function sumsOf(
  money: readonly Moved[],
  owed: Awaited<ReturnType<typeof readOutstandingByLevel>>,
  counts: (levelId: string | null) => boolean,
): ReportSums[] {
  const all = new Map<ReportSums["currency"], ReportSums>();
  const at = (currency: ReportSums["currency"]) => {
    const before = all.get(currency) ?? {
      currency,
      paid: 0,
      refunded: 0,
      disputed: 0,
      fees: 0,
      revenue: 0,
      outstanding: 0,
    };
    all.set(currency, before);
    return before;
  };
  for (const { levelId, currency, ...moved } of money) {
    if (!counts(levelId)) continue;
    const sum = at(currency);
    for (const kind of ["paid", "refunded", "disputed", "fees"] as const) sum[kind] += moved[kind];
    sum.revenue = sum.paid - sum.refunded - sum.disputed - sum.fees;
  }
  for (const { levelId, currency, amount } of owed) {
    if (counts(levelId) && amount > 0) at(currency).outstanding += amount;
  }
  return [...all.values()].sort((a, b) => a.currency.localeCompare(b.currency));
}

async function failedBetween(call: Call, { since, until }: { since: Date; until: Date }): Promise<number> {
  const { rows } = await call.db.execute<{ failed: number }>(sql`
    SELECT count(*)::integer AS failed FROM payment
    WHERE organization_id = ${call.organizationId} AND state = 'failed'
      AND created_at >= ${since.toISOString()}::timestamptz AND created_at < ${until.toISOString()}::timestamptz`);
  return rows[0]?.failed ?? 0;
}
