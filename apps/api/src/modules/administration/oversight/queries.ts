import type { QueryOf, ResponseOf } from "@touchline/contract";
import type {
  getUsage,
  listOrganizationHealth,
  OverseenOrganization,
} from "@touchline/contract/administration/oversight";
import { wordKey } from "@touchline/rules";
import { and, arrayOverlaps, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SharedDb } from "../../../database/tenancy.ts";
import { cursors } from "../../../http/page-cursor.ts";
import { organizationDirectory } from "../../../schema/accounts.ts";
import { organizationHealth } from "../../../schema/administration.ts";

const perPage = 100;
const { read, write } = cursors(z.object({ value: z.union([z.string(), z.number()]), id: z.uuid() }));

type Query = QueryOf<typeof listOrganizationHealth>;

/** Matches organizations of which every word of the search begins a word of the name or the place. */
function found(search: string): SQL[] {
  const words = wordKey(search).split(" ").slice(0, 6);
  return words.map((word) => {
    const beginning = `% ${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`(' ' || ${organizationDirectory.nameKey} || ' ' || lower(coalesce(${organizationDirectory.cityName}, '')
      || ' ' || coalesce(${organizationDirectory.stateCode}, ''))) LIKE ${beginning}`;
  });
}

/** What a page is ordered by: the name, or a number with the largest first. */
const measures = {
  members: organizationHealth.members,
  storage: organizationHealth.storedBytes,
  mails: organizationHealth.mails,
  checks: organizationHealth.checks,
};

/** Lists a page of organizations with their health. */
export async function healthPage(
  db: SharedDb,
  { search, problems, states, order, cursor }: Query,
): Promise<ResponseOf<typeof listOrganizationHealth>> {
  const matching = and(
    ...(search ? found(search) : []),
    problems.length > 0 ? arrayOverlaps(organizationHealth.problems, [...problems]) : undefined,
    states.length > 0 ? inArray(organizationDirectory.state, [...states]) : undefined,
  );
  const { nameKey, organizationId } = organizationDirectory;
  const measure = order === "name" ? null : sql<number>`coalesce(${measures[order]}, -1)`;
  const after = cursor === undefined ? null : read(cursor);
  const later =
    after === null
      ? undefined
      : measure === null
        ? sql`(${nameKey}, ${organizationId}) > (${String(after.value)}, ${after.id}::uuid)`
        : sql`(${measure}, ${organizationId}) < (${Number(after.value)}::bigint, ${after.id}::uuid)`;
  const rows = await db
    .select({ directory: organizationDirectory, health: organizationHealth })
    .from(organizationDirectory)
    .leftJoin(organizationHealth, eq(organizationHealth.organizationId, organizationId))
    .where(and(matching, later))
    .orderBy(...(measure === null ? [asc(nameKey), asc(organizationId)] : [desc(measure), desc(organizationId)]))
    .limit(perPage + 1);
  const [counted] = await db
    .select({ all: count() })
    .from(organizationDirectory)
    .leftJoin(organizationHealth, eq(organizationHealth.organizationId, organizationId))
    .where(matching);
  const shown = rows.slice(0, perPage);
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  const lastValue = last && (order === "name" ? last.directory.nameKey : measured(last.health, order));
  return {
    data: shown.map(overseen),
    total: counted?.all ?? 0,
    next: last && lastValue !== undefined ? write({ value: lastValue, id: last.directory.organizationId }) : null,
  };
}

type HealthRow = typeof organizationHealth.$inferSelect;

function measured(health: HealthRow | null, order: keyof typeof measures): number {
  if (!health) return -1;
  return { members: health.members, storage: health.storedBytes, mails: health.mails, checks: health.checks }[order];
}

function overseen({
  directory,
  health,
}: {
  directory: typeof organizationDirectory.$inferSelect;
  health: HealthRow | null;
}): OverseenOrganization {
  const { organizationId, name, cityName, stateCode, isDemo, state, createdAt } = directory;
  return {
    ...{ organizationId, name, cityName, stateCode, isDemo, state, createdAt: createdAt.toISOString() },
    health: health && {
      ...usageOf(health),
      problems: health.problems,
      lastActivityAt: health.lastActivityAt?.toISOString() ?? null,
      plan:
        health.planName === null
          ? null
          : {
              productName: health.planName,
              monthUnitAmount: health.monthUnitAmount ?? 0,
              yearUnitAmount: health.yearUnitAmount ?? 0,
              currency: health.currency ?? "USD",
            },
      subscription: health.subscription,
      measuredAt: health.measuredAt.toISOString(),
    },
  };
}

const usageOf = ({ members, active, storedBytes, mails, mailsFailed, checks }: HealthRow) => ({
  ...{ members, active, storedBytes, mails, mailsFailed, checks },
});

/** Adds up what all organizations use, without the demo. */
export async function usageTogether(db: SharedDb): Promise<ResponseOf<typeof getUsage>> {
  const total = (column: SQL) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const { members, active, storedBytes, mails, mailsFailed, checks, measuredAt } = organizationHealth;
  const [row] = await db
    .select({
      organizations: count(organizationDirectory.organizationId),
      members: total(sql`${members}`),
      active: total(sql`${active}`),
      storedBytes: total(sql`${storedBytes}`),
      mails: total(sql`${mails}`),
      mailsFailed: total(sql`${mailsFailed}`),
      checks: total(sql`${checks}`),
      measuredAt: sql<Date | null>`max(${measuredAt})`.mapWith(measuredAt),
    })
    .from(organizationDirectory)
    .leftJoin(organizationHealth, eq(organizationHealth.organizationId, organizationDirectory.organizationId))
    .where(eq(organizationDirectory.isDemo, false));
  if (!row) throw new Error("An aggregate has one row.");
  return { ...row, measuredAt: row.measuredAt?.toISOString() ?? null };
}
