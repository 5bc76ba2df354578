import type { SettingsOf } from "@touchline/contract/content-settings";
import type { TrainingProgress } from "@touchline/contract/trainings";
import { packageOutcome, partBefore, type ToldValues } from "@touchline/rules";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Call, Reading } from "../../kernel/call.ts";
import { ours } from "../../kernel/tenancy.ts";
import type { packageById } from "../content/actions/package.ts";
import { sealingKey } from "../notifications/queries.ts";
import { trainingProgress, trainingSitting } from "./tables.ts";

export type Package = Awaited<ReturnType<typeof packageById>>;
export type ProgressRow = typeof trainingProgress.$inferSelect;

/** How the parts of a package stand in an attempt, those that were opened, in order. */
export async function progressOf(call: Reading, attemptId: string | null): Promise<ProgressRow[]> {
  if (attemptId === null) return [];
  return call.db
    .select()
    .from(trainingProgress)
    .where(and(ours(trainingProgress, call), eq(trainingProgress.attemptId, attemptId)))
    .orderBy(asc(trainingProgress.item));
}

/** The sitting that tells: the latest of an attempt. */
export async function latestSitting(call: Reading, attemptId: string) {
  const [row] = await call.db
    .select()
    .from(trainingSitting)
    .where(and(ours(trainingSitting, call), eq(trainingSitting.attemptId, attemptId)))
    .orderBy(desc(trainingSitting.sittingId))
    .limit(1);
  return row ?? null;
}

/** Seconds spent on it by our own clock, in all sittings. */
export async function secondsSpent(call: Reading, attemptId: string | null): Promise<number> {
  if (attemptId === null) return 0;
  const [row] = await call.db
    .select({
      seconds: sql<number>`coalesce(sum(extract(epoch FROM ${trainingSitting.savedAt} - ${trainingSitting.openedAt})), 0)::int`,
    })
    .from(trainingSitting)
    .where(and(ours(trainingSitting, call), eq(trainingSitting.attemptId, attemptId)));
  return row?.seconds ?? 0;
}

export const valuesPlace = (call: Pick<Reading, "organizationId">, attemptId: string, item: number) => ({
  tenant: call.organizationId,
  table: "training_progress",
  column: "values",
  id: `${attemptId}/${item}`,
});

/** What a part told last, unsealed. */
export async function valuesOf(call: Reading & Pick<Call, "adapters">, row: ProgressRow): Promise<ToldValues> {
  const place = valuesPlace(call, row.attemptId, row.item);
  return JSON.parse(call.adapters.vault.open(await sealingKey(call), place, row.sealedValues)) as ToldValues;
}

export const secondsWanted = ({ minimumMinutes }: SettingsOf<"custom-training">) => (minimumMinutes ?? 0) * 60;

/** The whole in the contract's shape. */
export function shownProgress(
  of: Package,
  settings: SettingsOf<"custom-training">,
  rows: readonly ProgressRow[],
  seconds: number,
): TrainingProgress {
  const byItem = new Map(rows.map((row) => [row.item, row]));
  const parts = of.items.map((_, item) => byItem.get(item) ?? { outcome: "open" as const, score: null, tries: 0 });
  const items = of.items.map((item, place) => {
    const { outcome, score, tries } = parts[place] ?? { outcome: "open", score: null, tries: 0 };
    return {
      ...{ title: item.title, outcome, begun: byItem.has(place) && outcome === "open", score, tries },
      ...{ ref: item.id ?? "", waitsFor: partBefore(item, parts), counts: item.counts !== false },
    };
  });
  const counting = items.filter((item) => item.counts);
  return {
    title: of.title,
    outcome: packageOutcome((counting.length === 0 ? items : counting).map((item) => item.outcome)),
    items,
    seconds,
    secondsWanted: secondsWanted(settings),
    minimumScore: settings.minimumScore ?? null,
  };
}
