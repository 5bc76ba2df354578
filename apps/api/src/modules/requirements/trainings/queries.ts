import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { TrainingProgress } from "@touchline/contract/requirements/trainings";
import {
  type PackageItem,
  packageOutcome,
  partBefore,
  type ReportedValues,
  sequencedOutcome,
  sharedDataOf,
  type TrainingOutcome,
} from "@touchline/rules";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts, type Reading } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import type { Stepped } from "../../../schema/json.ts";
import { trainingProgress, trainingSequence, trainingSitting } from "../../../schema/requirements.ts";
import type { packageById } from "../../library/index.ts";

export type Package = Awaited<ReturnType<typeof packageById>>;
export type ProgressRow = typeof trainingProgress.$inferSelect;

/** Lists the progress of the opened parts of a package in an attempt, in order. */
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

/** Decrypts the values that a part reported last. */
export async function valuesOf(call: Reading & Pick<Call, "adapters">, row: ProgressRow): Promise<ReportedValues> {
  const place = valuesPlace(call, row.attemptId, row.item);
  return JSON.parse(
    call.adapters.vault.open((await organizationFacts(call)).wrappedKey, place, row.sealedValues),
  ) as ReportedValues;
}

/** What a part finds in the data that it shares with others. */
export async function sharedDataFor(
  call: Reading & Pick<Call, "adapters">,
  { items }: Package,
  { data = [] }: PackageItem,
  rows: readonly ProgressRow[],
): Promise<Record<string, string>> {
  if (data.length === 0) return {};
  const inOrder = rows
    .filter(({ item }) => items[item]?.data !== undefined)
    .toSorted((one, other) => one.savedAt.getTime() - other.savedAt.getTime());
  const parts = [];
  for (const row of inOrder) parts.push({ data: items[row.item]?.data, values: await valuesOf(call, row) });
  const stores = sharedDataOf(parts);
  return Object.fromEntries(data.flatMap(({ id }) => (stores[id] === undefined ? [] : [[id, stores[id]]])));
}

export const sequencePlace = (call: Pick<Reading, "organizationId">, attemptId: string) => ({
  tenant: call.organizationId,
  table: "training_sequence",
  column: "state",
  id: attemptId,
});

/** A learner's position in the sequencing of a package, and the number of steps taken. */
export type SequenceRow = { version: number; stepped: Stepped };

/** Reads a learner's position in the sequencing of a package; null if the package has none. */
export async function sequenceOf(
  call: Reading & Pick<Call, "adapters">,
  { sequencing }: Package,
  attemptId: string | null,
): Promise<SequenceRow | null> {
  if (sequencing === null) return null;
  const before = { version: 0, stepped: sequencing.before };
  if (attemptId === null) return before;
  const [row] = await call.db
    .select({ sealedState: trainingSequence.sealedState, version: trainingSequence.version })
    .from(trainingSequence)
    .where(and(ours(trainingSequence, call), eq(trainingSequence.attemptId, attemptId)));
  // What was kept before steps were counted is not read anymore: it is gone through from the beginning, with what was told.
  if (!row || row.version === 0) return before;
  const { wrappedKey: key } = await organizationFacts(call);
  const stepped = JSON.parse(call.adapters.vault.open(key, sequencePlace(call, attemptId), row.sealedState)) as Stepped;
  return { version: row.version, stepped };
}

/** Whether the sequencing of a package lets a part be opened now. */
export const isReachable = ({ opens, next, back, choices }: Stepped, item: number): boolean =>
  [opens, next, back].includes(item) || choices.includes(item);

const hasNext = ({ opens, next, nextBy }: Stepped): boolean => opens !== null || (next !== null && nextBy !== "start");

/** If nothing more can be opened and the sequencing rules give no overall result, the parts that were taken decide. */
function sequencedWhole(sequence: Stepped, minimumScore: number | null, taken: readonly TrainingOutcome[]) {
  const outcome = sequencedOutcome({ ...sequence, hasNext: hasNext(sequence) }, minimumScore);
  const isOver =
    !hasNext(sequence) && (sequence.isOver || sequence.nextBy === "continue") && sequence.choices.length === 0;
  return outcome === "open" && isOver ? packageOutcome(taken) : outcome;
}

export const secondsWanted = ({ minimumMinutes }: SettingsOf<"custom-training">) => (minimumMinutes ?? 0) * 60;

/** The whole in the contract's shape. */
export function shownProgress(
  of: Package,
  settings: SettingsOf<"custom-training">,
  rows: readonly ProgressRow[],
  seconds: number,
  sequence: Stepped | null,
): TrainingProgress {
  const byItem = new Map(rows.map((row) => [row.item, row]));
  const parts = of.items.map((_, item) => byItem.get(item) ?? { outcome: "open" as const, score: null, tries: 0 });
  const items = of.items.map((item, place) => {
    const { outcome, score, tries } = parts[place] ?? { outcome: "open", score: null, tries: 0 };
    const waitsFor = partBefore(item, parts);
    return {
      ...{ title: item.title, outcome, begun: byItem.has(place) && outcome === "open", score, tries },
      ...{ ref: item.id ?? "", waitsFor, counts: item.counts !== false },
      available: sequence === null ? waitsFor === null : isReachable(sequence, place),
    };
  });
  const taken = items.flatMap(({ tries, outcome }) => (tries > 0 ? [outcome] : []));
  const counting = items.filter((item) => item.counts);
  return {
    title: of.title,
    outcome:
      sequence === null
        ? packageOutcome((counting.length === 0 ? items : counting).map((item) => item.outcome))
        : sequencedWhole(sequence, settings.minimumScore ?? null, taken),
    items,
    next: sequence && (sequence.opens ?? sequence.next),
    seconds,
    secondsWanted: secondsWanted(settings),
    minimumScore: settings.minimumScore ?? null,
  };
}
