import type { BodyOf, RequirementStatus, ResponseOf } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type {
  getTrainingPackage,
  openTrainingPackage,
  saveTrainingProgress,
  TrainingProgress,
} from "@touchline/contract/requirements/trainings";
import {
  beginsAnew,
  isKept,
  itemOutcome,
  outcomeInSitting,
  type ReportedValues,
  reportedProblem,
  reportedScore,
  reportedSeconds,
  requestedPart,
  secondsCounted,
  sharedValues,
} from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import type { Stepped } from "../../../../schema/json.ts";
import { trainingProgress, trainingSitting } from "../../../../schema/requirements.ts";
import { authorize } from "../../../../security/authorize.ts";
import { refuseUnlooked } from "../../../files/index.ts";
import { packageById } from "../../../library/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { writeFacts } from "../../requirements/actions/draft.ts";
import { isOfKind, permittedOfKind } from "../../requirements/actions/permitted.ts";
import { attemptUnderWay, startAttempt } from "../../requirements/actions/start-attempt.ts";
import { submit } from "../../requirements/actions/submit.ts";
import { requirementOn } from "../../requirements/queries/requirement-rows.ts";
import { submitPassedTraining } from "../jobs.ts";
import {
  latestSitting,
  type Package,
  type ProgressRow,
  progressOf,
  type SequenceRow,
  secondsSpent,
  sequenceOf,
  sharedDataFor,
  shownProgress,
  valuesOf,
  valuesPlace,
} from "../queries.ts";
import { addressOf } from "./address.ts";
import { type FollowedStep, goTo, leave, type PlannedStep, planLeaving, planOpening } from "./sequence.ts";

type RequirementRef = { requirementId: string; profileLevelAccessId: string };
type Sitting = RequirementRef & { sittingId: string };
type Settings = SettingsOf<"custom-training">;
type Found = Awaited<ReturnType<typeof permittedOfKind<"custom-training">>>;

/** The page reports progress every minute; after this many milliseconds of silence its session is considered abandoned. */
const goneAfter = 5 * 60_000;

/** @throws Conflict where the training is none that is taken here. */
async function packageOn(call: Call, { packageFileId }: Settings): Promise<Package> {
  if (packageFileId === null)
    throw conflict("This training can't be taken here. Follow its instructions instead.", "noPackage");
  return packageById(call, packageFileId);
}

/** Returns the package of a training with the state of its parts, to the person or a guardian. @throws NotFound, Forbidden, Conflict */
export async function lookAtPackage(call: Call, input: RequirementRef): Promise<ResponseOf<typeof getTrainingPackage>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings } = on.required;
  if (!isOfKind(settings, "custom-training") || settings.packageFileId === null) throw notFound("training");
  const of = await packageById(call, settings.packageFileId);
  const attemptId = attemptUnderWay(on);
  const sequence = (await sequenceOf(call, of, attemptId))?.stepped ?? null;
  const [rows, seconds] = [await progressOf(call, attemptId), await secondsSpent(call, attemptId)];
  return shownProgress(of, settings, rows, seconds, sequence);
}

type OpeningInput = RequirementRef & Pick<BodyOf<typeof openTrainingPackage>, "item">;

/** The step of sequencing that opening a part needs, which is worked out before anything is written; null: none. */
export async function beginOpening(call: Call, input: OpeningInput): Promise<PlannedStep | null> {
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const of = await packageOn(call, settings);
  const opening = await openingOf(call, found, of, attemptUnderWay(found.on), input.item);
  return opening && planOpening(opening);
}

/**
 * Returns the sequencing step that opens a part; null if the package has no sequencing. Progress reported by the part that is still open is
 * included.
 */
async function openingOf(call: Call, { target }: Found["found"], of: Package, attemptId: string | null, part: number) {
  const sequence = await sequenceOf(call, of, attemptId);
  if (sequence === null) return null;
  const [rows, sittingBefore] = [
    await progressOf(call, attemptId),
    attemptId === null ? null : await latestSitting(call, attemptId),
  ];
  const isLeft = sittingBefore === null || sittingBefore.endedAt !== null;
  const open = isLeft ? undefined : rows.find(({ item }) => item === sequence.stepped.opens);
  return {
    ...{ of, sequence, part, learnerId: target.profileId },
    ...{ values: open ? await valuesOf(call, open) : null, savedAt: open?.savedAt ?? null },
  };
}

/**
 * Opens a part of the package in this session and ends any other session. The first opening starts the attempt, which then
 * finishes on this version unless the version expires first. Failed parts restart; others resume.
 *
 * @param followed the step of sequencing that `beginOpening` planned.
 * @throws NotFound, Forbidden; Conflict when it is in review or completed, or there is no package; Unavailable if its state
 * changed since `beginOpening`.
 */
export async function openPackage(
  unlocked: Call,
  input: OpeningInput,
  followed: FollowedStep | null,
): Promise<ResponseOf<typeof openTrainingPackage>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const of = await packageOn(call, settings);
  refuseUnlooked(actingProfile(call), of);
  if (!of.items[input.item]) throw notFound("trainingPart");
  const attemptId = attemptUnderWay(found.on) ?? (await startAttempt(call, found));
  const rows = await progressOf(call, attemptId);
  const { items } = shownProgress(of, settings, rows, 0, null);
  const waitsFor = items[input.item]?.waitsFor ?? null;
  if (waitsFor !== null) throw conflict(`Complete “${items[waitsFor]?.title}” first.`, "partBefore");
  const opening = await openingOf(call, found, of, attemptId, input.item);
  const entered = opening && (await goTo(call, attemptId, opening, followed));
  const item = entered?.part ?? input.item;
  const part = of.items[item];
  if (!part) throw notFound("trainingPart");
  const before = rows.find((row) => row.item === item) ?? null;
  const kept = before && (await valuesOf(call, before));
  const anew = before === null || beginsAnew(before.outcome) || (entered?.anew === true && !isLeftToGoOn(kept));
  const { organizationId, now } = call;
  // A passed part stays passed, even if its package restarts it.
  const stands = before?.outcome === "passed" ? before : { outcome: "open" as const, score: null };
  if (anew) {
    await keep(call, {
      ...{ organizationId, attemptId, item, tries: (before?.tries ?? 0) + 1 },
      ...{ outcome: stands.outcome, score: stands.score, seconds: before?.seconds ?? 0, savedAt: now },
      // Other parts continue with their shared data.
      sealedValues: await sealed(call, attemptId, item, sharedValues(part, await sharedDataFor(call, of, part, rows))),
    });
  }
  const sittingId = newId();
  await call.db.insert(trainingSitting).values({
    ...{ organizationId, sittingId, attemptId, item },
    openedBy: actingProfile(call) ?? found.target.profileId,
    ...{ openedAt: now, savedAt: now, endedAt: null },
    ...{ secondsBefore: before?.seconds ?? 0, secondsTold: null },
    ...(anew
      ? { outcome: stands.outcome, outcomeBefore: stands.outcome }
      : { outcome: before.outcome, outcomeBefore: before.outcome }),
  });
  const resumes = !anew && Object.keys(kept ?? {}).some((name) => name.startsWith("cmi."));
  const url = addressOf(call, { attemptId, sittingId, fileId: of.fileId, item }, of);
  return {
    requirementId: input.requirementId,
    sittingId,
    item,
    url,
    resumes,
    tells: part.tells,
    ownOrigin: call.adapters.site.packagesUrl !== undefined,
    hidesLeaving: part.hidesLeaving === true,
  };
}

/** A part that asks for it is resumed; any other part starts again, as SCORM requires. */
const isLeftToGoOn = (values: ReportedValues | null) => values?.["cmi.exit"] === "suspend";

const sealed = async (call: Call, attemptId: string, item: number, values: ReportedValues) =>
  call.adapters.vault.seal(
    (await organizationFacts(call)).wrappedKey,
    valuesPlace(call, attemptId, item),
    JSON.stringify(values),
  );

async function keep(call: Call, row: typeof trainingProgress.$inferInsert): Promise<void> {
  const { organizationId: _, attemptId: __, item: ___, ...set } = row;
  await call.db
    .insert(trainingProgress)
    .values(row)
    .onConflictDoUpdate({
      target: [trainingProgress.organizationId, trainingProgress.attemptId, trainingProgress.item],
      set,
    });
}

type ProgressInput = RequirementRef & Omit<BodyOf<typeof saveTrainingProgress>, "profileLevelAccessId">;

/** The step of sequencing that is taken as the open part ends, which is worked out before anything is written; null: none. */
export async function beginProgress(call: Call, input: ProgressInput): Promise<PlannedStep | null> {
  if (!input.ended || reportedProblem(input.values) !== null) return null;
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const of = await packageOn(call, settings);
  const attemptId = attemptUnderWay(found.on);
  const sitting = attemptId === null ? null : await latestSitting(call, attemptId);
  if (sitting?.sittingId !== input.sittingId) return null;
  const leaving = await leavingOf(call, found, { of, attemptId, sitting }, input);
  return leaving.isDue ? planLeaving(leaving) : null;
}

/**
 * Stores the progress that the open part reported, and submits the training once all parts are passed, the required time was
 * spent, and the part has ended. Time is measured by the server's clock, and until the part ends a later failure still counts.
 *
 * @param followed the step of sequencing that `beginProgress` planned.
 * @throws NotFound, Forbidden; Conflict if it was opened elsewhere since; Unavailable if its state changed since
 * `beginProgress`; 400 for values no package reports.
 */
export async function saveProgress(
  unlocked: Call,
  input: ProgressInput,
  followed: FollowedStep | null,
): Promise<ResponseOf<typeof saveTrainingProgress>> {
  const problem = reportedProblem(input.values);
  if (problem !== null) throw invalid("values", problem);
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const of = await packageOn(call, settings);
  const attemptId = attemptUnderWay(found.on);
  const sitting = attemptId === null ? null : await latestSitting(call, attemptId);
  if (attemptId === null || sitting?.sittingId !== input.sittingId) {
    throw conflict(
      "This training was opened somewhere else. To continue here, close it and open it again.",
      "otherSitting",
    );
  }
  const rows = await progressOf(call, attemptId);
  const before = rows.find((row) => row.item === sitting.item);
  const item = of.items[sitting.item];
  if (!before || !item) throw notFound("trainingPart");
  const row = await judged(call, { of, settings, item, before, sitting }, input);
  await keep(call, row);
  await call.db
    .update(trainingSitting)
    .set({
      savedAt: call.now,
      endedAt: input.ended ? call.now : null,
      secondsTold: wholeSeconds(reportedSeconds(of.standard, input.values)),
      outcome: row.outcome,
    })
    .where(and(ours(trainingSitting, call), eq(trainingSitting.sittingId, sitting.sittingId)));
  const now = rows.map((one) => (one.item === row.item ? row : one));
  const leaving = await leavingOf(call, found, { of, attemptId, sitting }, input);
  const sequence = await sequenceAfter(call, attemptId, leaving, followed);
  const progress = shownProgress(of, settings, now, await secondsSpent(call, attemptId), sequence);
  if (!input.ended) {
    // The combined result of several parts is known only after the open one has ended.
    if (isDone(progress) || (sequence !== null && row.outcome === "passed")) await submitLater(call, input, call.now);
    return { ...progress, submitted: null, opens: null };
  }
  if (!isDone(progress))
    return { ...progress, submitted: null, opens: opensNext(progress, sequence, sitting.item, input.wish) };
  return { ...progress, submitted: await sendIn(call, { found, settings, attemptId, progress }), opens: null };
}

type Open = { of: Package; attemptId: string | null; sitting: Judging["sitting"] };
type Left = {
  of: Package;
  sequence: SequenceRow;
  learnerId: string;
  values: ReportedValues;
  wish: string;
  /** A step is taken: the part ends now, and is the one that is open. */
  isDue: boolean;
};
type NoSequencing = { isDue: false; sequence: null };

/** Returns the sequencing step that leaves a part. It is followed once per session, when the session ends. */
async function leavingOf(
  call: Call,
  { target }: Found["found"],
  { of, attemptId, sitting }: Open,
  { values, ended, wish }: Pick<ProgressInput, "values" | "ended" | "wish">,
): Promise<Left | NoSequencing> {
  const sequence = await sequenceOf(call, of, attemptId);
  if (sequence === null) return { isDue: false, sequence };
  const isDue = ended && sitting.endedAt === null && sequence.stepped.opens === sitting.item;
  return { of, sequence, learnerId: target.profileId, values: keptOf(values), wish, isDue };
}

async function sequenceAfter(
  call: Call,
  attemptId: string,
  leaving: Left | NoSequencing,
  followed: FollowedStep | null,
): Promise<Stepped | null> {
  if (leaving.sequence === null) return null;
  return leaving.isDue ? leave(call, attemptId, leaving, followed) : leaving.sequence.stepped;
}

/** The part that is opened after one that ended: as the sequencing has it, else where it asked to be led to. */
function opensNext(
  { items }: TrainingProgress,
  sequence: Stepped | null,
  from: number,
  requested: string,
): number | null {
  if (sequence !== null) return sequence.opens;
  const ids = items.map(({ ref }) => ref);
  const place = requestedPart(requested, from, ids);
  return place !== null && items[place]?.available ? place : null;
}

const isDone = ({ outcome, seconds, secondsWanted: wanted }: TrainingProgress) =>
  outcome === "passed" && seconds >= wanted;

type Done = { found: Found["found"]; settings: Settings; attemptId: string; progress: TrainingProgress };

async function sendIn(call: Call, { found, settings, attemptId, progress }: Done): Promise<RequirementStatus> {
  const { status } = await submit(call, found, { reviewWanted: settings.packageReviewed === true, fileIds: [] });
  await writeFacts(call, attemptId, { training: resultOf(progress) });
  return status;
}

/** Schedules the submission of a passed training in case its page closes without reporting. */
async function submitLater(
  call: Call,
  { requirementId, profileLevelAccessId, sittingId }: Sitting,
  savedAt: Date,
): Promise<void> {
  const profileId = actingProfile(call);
  if (profileId === null) return;
  await enqueue(
    call,
    submitPassedTraining,
    { requirementId, profileLevelAccessId, sittingId, profileId },
    { startAfter: new Date(savedAt.getTime() + goneAfter), singletonKey: sittingId },
  );
}

/** Returns the passed training that an abandoned session should submit; null if it was submitted, opened elsewhere, or revoked. */
async function abandoned(call: Call, input: Sitting) {
  const { found, settings } = await permittedOfKind(call, input, "begin", "custom-training");
  const attemptId = attemptUnderWay(found.on);
  const sitting = attemptId === null ? null : await latestSitting(call, attemptId);
  if (attemptId === null || sitting?.sittingId !== input.sittingId) return null;
  const isGone = call.now.getTime() - sitting.savedAt.getTime() >= goneAfter;
  const of = await packageOn(call, settings);
  const rows = await progressOf(call, attemptId);
  const open = rows.find(({ item }) => item === sitting.item);
  const values = open ? await valuesOf(call, open) : {};
  const leaving = await leavingOf(call, found, { of, attemptId, sitting }, { values, ended: true, wish: "" });
  return { found, settings, attemptId, sitting, isGone, of, rows, leaving };
}

/** The step of sequencing that is taken as a page is gone; null: none. */
export async function beginSubmitting(call: Call, input: Sitting): Promise<PlannedStep | null> {
  const left = await abandoned(call, input);
  return left?.isGone && left.leaving.isDue ? planLeaving(left.leaving) : null;
}

/**
 * Submits a passed training whose page stopped reporting, and checks again later while it still reports. It does nothing if the
 * training was submitted, opened elsewhere, or revoked meanwhile.
 *
 * @param followed the step of sequencing that `beginSubmitting` planned.
 */
export async function submitPassed(call: Call, input: Sitting, followed: FollowedStep | null): Promise<void> {
  const within = await withLocks(call, { peopleOf: [input.profileLevelAccessId] });
  const left = await abandoned(within, input);
  if (left === null) return;
  const { found, settings, attemptId, sitting, of, rows, leaving } = left;
  if (!left.isGone) return submitLater(within, input, sitting.savedAt);
  const sequence = await sequenceAfter(within, attemptId, leaving, followed);
  if (sequence !== null) {
    const isThis = and(ours(trainingSitting, within), eq(trainingSitting.sittingId, sitting.sittingId));
    await within.db.update(trainingSitting).set({ endedAt: within.now }).where(isThis);
  }
  const progress = shownProgress(of, settings, rows, await secondsSpent(within, attemptId), sequence);
  if (isDone(progress)) await sendIn(within, { found, settings, attemptId, progress });
}

/** A package may report any number as its time, so it is limited to what the column holds. */
const wholeSeconds = (seconds: number | null) =>
  seconds === null ? null : Math.min(2_000_000_000, Math.round(seconds));

type Judging = {
  of: Package;
  settings: Settings;
  item: Package["items"][number];
  before: ProgressRow;
  sitting: NonNullable<Awaited<ReturnType<typeof latestSitting>>>;
};

const keptOf = (values: ReportedValues): ReportedValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)));

/** Judges a part by its reported progress. A part that was passed in an earlier session stays passed. */
async function judged(
  call: Call,
  { of, settings, item, before, sitting }: Judging,
  { values }: Pick<BodyOf<typeof saveTrainingProgress>, "values">,
): Promise<ProgressRow> {
  const kept = keptOf(values);
  const score = reportedScore(of.standard, kept);
  const now = itemOutcome(of.standard, item, kept, settings.minimumScore ?? null);
  const passedBefore = sitting.outcomeBefore === "passed";
  const passed = (call.now.getTime() - sitting.openedAt.getTime()) / 1000;
  return {
    ...before,
    outcome: outcomeInSitting(sitting.outcomeBefore, before.outcome, now),
    score: passedBefore ? Math.max(before.score ?? 0, score ?? 0) || before.score : score,
    seconds: sitting.secondsBefore + secondsCounted(reportedSeconds(of.standard, kept), passed),
    sealedValues: await sealed(call, before.attemptId, before.item, kept),
    savedAt: call.now,
  };
}

/** Builds the result that reviewers see with the submission. */
function resultOf({ items, seconds }: TrainingProgress) {
  const scores = items.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    score: scores.length === 0 ? null : Math.round(scores.reduce((sum, one) => sum + one, 0) / scores.length),
    minutes: Math.ceil(seconds / 60),
    tries: Math.max(1, ...items.map(({ tries }) => tries)),
  };
}
