import type { ResponseOf } from "@touchline/contract";
import type { getWhy } from "@touchline/contract/compliance/why";
import type { Basis } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { PastOf } from "../../timeline/queries/person.ts";

/** What all parts of the reasons of a status are read by. */

export type Why = ResponseOf<typeof getWhy>;

/** Bounds of what one membership has of each; far above what there is. */
export const most = { acts: 500, exemptions: 200 };

/** What of a membership its standing follows from, at an instant. */
export type Stood = { levelId: string; labelId: string; basis: Basis };
export type StatusQuery = { past: PastOf; profileLevelAccessId: string; at: Date; isPast: boolean };

export const iso = (at: string | number | Date | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString();
export const ids = (some: readonly string[]): SQL => sql`${sql.param([...new Set(some)])}::uuid[]`;
