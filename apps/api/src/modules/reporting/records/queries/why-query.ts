import type { ResponseOf } from "@touchline/contract";
import type { getWhy } from "@touchline/contract/compliance/why";
import type { Basis } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { PastOf } from "../../timeline/queries/person.ts";

/** The input by which all parts of the reasons for a status are read. */

export type Why = ResponseOf<typeof getWhy>;

/** Limits for each part of one membership; far more than it has. */
export const most = { acts: 500, exemptions: 200 };

/** The facts of a membership that its standing follows from, at an instant. */
export type Stood = { levelId: string; labelId: string; basis: Basis };
export type StatusQuery = { past: PastOf; profileLevelAccessId: string; at: Date; isPast: boolean };

export const iso = (at: string | number | Date | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString();
export const ids = (some: readonly string[]): SQL => sql`${sql.param([...new Set(some)])}::uuid[]`;
