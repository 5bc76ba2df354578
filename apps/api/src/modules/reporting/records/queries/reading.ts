import { RequirementType } from "@touchline/contract";
import { viewAction } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import type { PastOf } from "../../timeline/queries/person.ts";

/** How all parts of a record are read: their limits, who may read what, and how values are written. */

/** Limits of what is read; far more than one person has. Parts that reach one are listed under `cutOff`. */
export const most = {
  memberships: 100,
  requirements: 2_000,
  attempts: 5_000,
  events: 20_000,
  files: 5_000,
  mails: 2_000,
  exemptions: 500,
};
/** Cuts rows off at one of the limits, and records it if there are more. */
export type Bounded = <Row>(name: keyof typeof most, rows: Row[]) => Row[];

export const iso = (at: string | Date | null) => (at === null ? null : new Date(at).toISOString());
export const rowsOf = async <Row extends Record<string, unknown>>(call: Call, statement: SQL) =>
  (await call.db.execute<Row>(statement)).rows;
export const array = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** Converts a value to plain JSON, with dates as text. */
export const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
export type May = ReturnType<typeof judgesOf>;

/** Returns which parts of the record the actor may read. */
export function judgesOf(call: Call, past: PastOf) {
  const on = (action: Parameters<typeof verdictOn>[1], requirementType?: RequirementType) => {
    const verdict = verdictOn(call, action, {
      ...past.target,
      ...(requirementType === undefined ? {} : { requirementType }),
    });
    return verdict.allowed && !verdict.outcomeOnly;
  };
  const everything = verdictOn(call, "audit", { organizationWide: true }).allowed;
  return {
    log: everything,
    mails: everything,
    /** Results from providers of background checks. */
    orders: on("requirements.review", RequirementType.BackgroundCheck),
    details: past.mayCorrect || everything,
    /** Submitted files, facts and answers. */
    see: (type: RequirementType) => on(viewAction(type), type),
    notes: (type: RequirementType) => on("requirements.review", type),
  };
}
