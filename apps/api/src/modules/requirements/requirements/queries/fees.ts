import type { RequirementType } from "@touchline/contract";
import type { Currency } from "@touchline/contract/currencies";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { type FeeFacts, feeOwed } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import type { PermittedRequirement } from "../actions/permitted.ts";

/** What is known about a requirement's fee besides its price. */
type FeeRead = Pick<FeeFacts, "waived" | "paid" | "discount"> & {
  /** A payment for it that is under way; null: none. */
  paymentId: string | null;
};
const untouched: FeeRead = { waived: false, paid: false, discount: 0, paymentId: null };

/** A requirement's fee after discounts, and its full price before them. */
export type Fee = { amount: number; fullPrice: number; currency: Currency; paymentId: string | null };

/** The price that settings say; 0 where there is none. */
export const priceIn = (settings: ContentSettings): number => ("price" in settings ? settings.price : 0);
const currencyIn = (settings: ContentSettings): Currency => ("currency" in settings ? settings.currency : "USD");

/**
 * Reads waivers and payments by requirement, in one statement. They apply until the requirement is completed or its background check has a
 * result; later attempts must be paid again.
 */
export async function readFees(call: Reading, requirementIds: readonly string[]): Promise<Map<string, FeeRead>> {
  if (requirementIds.length === 0) return new Map();
  const { organizationId } = call;
  const { rows } = await call.db.execute<FeeRead & { requirementId: string }>(sql`
    SELECT asked.requirement_id AS "requirementId",
      ${waivedAndPaid(organizationId)}
      (SELECT one.payment_id FROM payment_item AS one WHERE one.organization_id = ${organizationId}
        AND one.requirement_id = asked.requirement_id AND one.state = 'pending') AS "paymentId"
    FROM unnest(${sql.param([...new Set(requirementIds)])}::uuid[]) AS asked (requirement_id)
    ${spentOf(organizationId)}`);
  return new Map(rows.map(({ requirementId, ...read }) => [requirementId, read]));
}

/** Selects waivers and payments of the requirement `asked` since the fee was last used up. */
const waivedAndPaid = (organizationId: string) => sql`
      EXISTS (SELECT FROM fee_adjustment AS one WHERE one.organization_id = ${organizationId}
        AND one.requirement_id = asked.requirement_id AND one.kind = 'waiver' AND one.revoked_at IS NULL
        AND one.granted_at > spent.since) AS waived,
      coalesce((SELECT sum(one.amount)::integer FROM fee_adjustment AS one WHERE one.organization_id = ${organizationId}
        AND one.requirement_id = asked.requirement_id AND one.kind = 'discount' AND one.revoked_at IS NULL
        AND one.granted_at > spent.since), 0) AS discount,
      EXISTS (SELECT FROM payment_item AS one WHERE one.organization_id = ${organizationId}
        AND one.requirement_id = asked.requirement_id AND one.state = 'released'
        AND one.released_at > spent.since) AS paid,`;

/** Since when what was waived and paid of the requirement `asked` counts. */
const spentOf = (organizationId: string) => sql`
    CROSS JOIN LATERAL (
      SELECT greatest(
        coalesce((SELECT max(coalesce(done.decided_at, done.submitted_at, done.created_at)) FROM attempt AS done
          WHERE done.organization_id = ${organizationId} AND done.requirement_id = asked.requirement_id
            AND done.state = 'approved' AND done.voided_at IS NULL), '-infinity'),
        coalesce((SELECT max(ordered.completed_at) FROM screening_order AS ordered
          JOIN attempt AS tried ON tried.organization_id = ${organizationId} AND tried.attempt_id = ordered.attempt_id
          WHERE ordered.organization_id = ${organizationId} AND tried.requirement_id = asked.requirement_id
            AND ordered.state IN ('review', 'clear')), '-infinity')) AS since
    ) AS spent`;

/** Computes the fee from the rows that were read. */
export function feeFrom(
  { payer, settings }: { payer: FeeFacts["payer"]; settings: ContentSettings },
  read: FeeRead | undefined = untouched,
): Fee {
  const { paymentId, ...facts } = read;
  const price = priceIn(settings);
  return { amount: feeOwed({ payer, price, ...facts }), fullPrice: price, currency: currencyIn(settings), paymentId };
}

/** Returns the fee of a requirement. */
export async function feeOn(call: Reading, { owed, required }: PermittedRequirement): Promise<Fee> {
  const { requirementId } = owed.requirement;
  const of = { payer: owed.payer, settings: required.settings };
  if (owed.payer !== "Individual" || priceIn(required.settings) === 0) return feeFrom(of);
  return feeFrom(of, (await readFees(call, [requirementId])).get(requirementId));
}

/** Refuses what has to be paid for first. @throws Conflict */
export async function refuseUnpaid(call: Call, on: PermittedRequirement): Promise<void> {
  const { amount } = await feeOn(call, on);
  if (amount > 0) throw conflict("This has to be paid for first. Pay for it, then start it.", "individualPays");
}

/** A requirement that its person pays for and has not completed, whatever was paid of it. */
export type OutstandingRead = {
  requirementId: string;
  profileLevelAccessId: string;
  profileId: string;
  personName: string;
  levelName: string;
  name: string;
  type: RequirementType;
  price: number;
  currency: Currency;
};

/** Joins requirements with their content, its price, the person, and the first membership whose demands the member alone pays for. */
const paidByMembers = (organizationId: string) => sql`
    FROM requirement
    JOIN content ON content.organization_id = ${organizationId} AND content.content_id = requirement.content_id
    JOIN content_version AS version ON version.organization_id = ${organizationId}
      AND version.content_version_id = content.current_version_id AND (version.settings ->> 'price')::integer > 0
    JOIN profile AS person ON person.organization_id = ${organizationId} AND person.profile_id = requirement.profile_id
    JOIN LATERAL (
      SELECT demand.profile_level_access_id FROM demand
      WHERE demand.organization_id = ${organizationId} AND demand.requirement_id = requirement.requirement_id
      GROUP BY demand.profile_level_access_id HAVING bool_and(demand.payer = 'Individual')
      ORDER BY demand.profile_level_access_id LIMIT 1
    ) AS owed ON true
    JOIN profile_level_access AS place ON place.organization_id = ${organizationId}
      AND place.profile_level_access_id = owed.profile_level_access_id`;

/** Is true of requirements that are neither done, with a provider, in review nor rejected (2, 3, 6, 7, 8), of people who are still members. */
const isOutstanding = (organizationId: string) => sql`
  requirement.organization_id = ${organizationId} AND requirement.archived_at IS NULL
  AND person.archived_at IS NULL AND requirement.status NOT IN (2, 3, 6, 7, 8)`;

/** Reads what people pay for themselves and have not completed, person by person. @param of.profileIds of these alone */
export async function readOutstanding(
  call: Reading,
  {
    profileIds,
    after,
    limit,
  }: { profileIds?: readonly string[]; after: { profileId: string; requirementId: string } | null; limit: number },
): Promise<OutstandingRead[]> {
  const { organizationId } = call;
  const { rows } = await call.db.execute<OutstandingRead>(sql`
    SELECT requirement.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
      person.first_name || ' ' || person.last_name AS "personName", owed.profile_level_access_id AS "profileLevelAccessId",
      level.name AS "levelName", content.name, content.type, (version.settings ->> 'price')::integer AS price,
      version.settings ->> 'currency' AS currency
    ${paidByMembers(organizationId)}
    JOIN level ON level.organization_id = ${organizationId} AND level.level_id = place.level_id
    WHERE ${isOutstanding(organizationId)}
      ${profileIds === undefined ? sql`` : sql`AND requirement.profile_id = ANY(${sql.param([...profileIds])}::uuid[])`}
      ${
        after === null
          ? sql``
          : sql`AND (requirement.profile_id, requirement.requirement_id) > (${after.profileId}::uuid, ${after.requirementId}::uuid)`
      }
    ORDER BY requirement.profile_id, requirement.requirement_id LIMIT ${limit}`);
  return rows;
}

/**
 * Sums outstanding fees by currency for each child of a level and for the level itself, in one statement and without loading requirements into memory.
 */
export async function readOutstandingByLevel(
  { db, organizationId }: Reading,
  levelId: string,
): Promise<{ levelId: string; currency: Currency; amount: number }[]> {
  const { rows } = await db.execute<{ levelId: string; currency: Currency; amount: number }>(sql`
    WITH owed AS MATERIALIZED (
      SELECT requirement.requirement_id, place.level_id, (version.settings ->> 'price')::integer AS price,
        version.settings ->> 'currency' AS currency
      ${paidByMembers(organizationId)}
      WHERE ${isOutstanding(organizationId)}
    ), fee AS (
      SELECT asked.level_id, asked.price, asked.currency, ${waivedAndPaid(organizationId)} true AS read
      FROM owed AS asked ${spentOf(organizationId)}
    )
    SELECT coalesce(child.level_id, chosen.level_id) AS "levelId", fee.currency,
      sum(CASE WHEN fee.waived OR fee.paid THEN 0 ELSE greatest(0, fee.price - fee.discount) END)::float8 AS amount
    FROM fee
    JOIN level AS chosen ON chosen.organization_id = ${organizationId} AND chosen.level_id = ${levelId}
    JOIN level AS at ON at.organization_id = ${organizationId} AND at.level_id = fee.level_id
      AND at.pre BETWEEN chosen.pre AND chosen.last
    LEFT JOIN level AS child ON child.organization_id = ${organizationId} AND child.parent_id = ${levelId} AND child.pre > 0
      AND at.pre BETWEEN child.pre AND child.last
    GROUP BY 1, 2 LIMIT 20000`);
  return rows;
}
