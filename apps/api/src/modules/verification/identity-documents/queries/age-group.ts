import type { ResponseOf } from "@touchline/contract";
import type { askToPlayUp } from "@touchline/contract/requirements/age-groups";
import { type AgeGroup, ageGroupOf, dayOf, type MonthDay, seasonOf } from "@touchline/rules";
import { and, desc, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { ageGroupException } from "../../../../schema/verification.ts";

/** Returns the present season's first day, and the youngest age group in it; null where the date isn't known, or too long ago. */
export async function ageGroupNow(
  call: Call,
  dateOfBirth: string | null,
  cutoff: MonthDay,
): Promise<{ seasonStart: string; group: AgeGroup | null }> {
  const { timeZone } = await organizationFacts(call);
  const [season] = await call.db
    .select({ month: organization.seasonMonth, day: organization.seasonDay })
    .from(organization)
    .where(eq(organization.organizationId, call.organizationId));
  const start = { month: season?.month ?? 1, day: season?.day ?? 1 };
  const today = dayOf(call.now.getTime(), timeZone);
  return {
    seasonStart: seasonOf(today, start).firstDay,
    group: dateOfBirth === null ? null : ageGroupOf(dateOfBirth, today, { seasonStart: start, cutoff }),
  };
}

/** Where a reason is sealed. */
export const exceptionPlace = (
  { organizationId }: Pick<Call, "organizationId">,
  column: "sealed_reason" | "sealed_decision",
  id: string,
) => ({ tenant: organizationId, table: "age_group_exception", column, id });

/** Reads the latest question for an older age group in a season; null: nobody asked. */
export async function latestException(call: Call, requirementId: string, seasonStart: string) {
  const [row] = await call.db
    .select()
    .from(ageGroupException)
    .where(
      and(
        ours(ageGroupException, call),
        eq(ageGroupException.requirementId, requirementId),
        eq(ageGroupException.seasonStart, seasonStart),
      ),
    )
    .orderBy(desc(ageGroupException.askedAt), desc(ageGroupException.ageGroupExceptionId))
    .limit(1);
  return row ?? null;
}

/** Returns a question with its decision, as pages show it. */
export async function exceptionShown(
  call: Call,
  row: typeof ageGroupException.$inferSelect,
): Promise<ResponseOf<typeof askToPlayUp>> {
  const { wrappedKey } = await organizationFacts(call);
  const { ageGroupExceptionId, state, wantedUnder: under, sealedReason, sealedDecision, askedAt, decidedAt } = row;
  const open = (column: "sealed_reason" | "sealed_decision", sealed: Buffer) =>
    call.adapters.vault.open(wrappedKey, exceptionPlace(call, column, ageGroupExceptionId), sealed);
  return {
    ...{ ageGroupExceptionId, state, under, askedAt: askedAt.toISOString() },
    reason: open("sealed_reason", sealedReason),
    decision: sealedDecision && open("sealed_decision", sealedDecision),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
