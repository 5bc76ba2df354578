/**
 * Evaluates what a training package (SCORM 1.2 or 2004) reports about a learner. A package runs in the learner's
 * browser and can
 * report anything; these functions decide what counts. See docs/trainings.md.
 */

export type PackageStandard = "1.2" | "2004";
/** A part of a package that is opened separately. */
export type PackageItem = {
  title: string;
  /** The page that is opened, and the query of its address. */
  path: string;
  query: string;
  /** False: the pages report nothing, and count once they were opened. */
  tells: boolean;
  /** The score that the package requires, in percent. */
  mastery: number | null;
  /** Data that the package passes to its own page. */
  launchData: string;
  /** The objectives that the package defines for the part, which its page reads at the start. Only in 2004. */
  objectives?: string[];
  /**
   * The package's own identifier of the part. This and the following fields are missing from packages that were stored
   * earlier.
   */
  id?: string;
  /** Indexes of parts that must be passed, or at least started, first. */
  after?: { passed: number[]; begun: number[] };
  /** False: its result doesn't count for the whole package. */
  counts?: boolean;
  /** Data that its page shares with other parts (`adl.data`), in the order of the manifest. Only in 2004. */
  data?: SharedData[];
  /** The time limit in the standard's format, and what the page does when it is reached. */
  timeLimit?: string;
  timeLimitAction?: string;
  /** The progress measure from which it is completed, between 0 and 1. Only in 2004. */
  completionThreshold?: number;
  /** Its page has its own navigation, so the player offers none. */
  hidesLeaving?: boolean;
};
/** A data store that parts share, by its name in the package, and a part's access to it. */
export type SharedData = { id: string; reads: boolean; writes: boolean };
/** The latest values that a package reported, by the standard's names ("cmi.core.lesson_status"). */
export type ReportedValues = Readonly<Record<string, string>>;
export const trainingOutcomes = ["open", "passed", "failed"] as const;
export type TrainingOutcome = (typeof trainingOutcomes)[number];

/**
 * The maximum size of a package in bytes, its maximum number of files, and its maximum unpacked size. Courses contain
 * videos.
 */
export const mostPackageBytes = 500 * 1024 * 1024;
export const mostPackageFiles = 10_000;
export const mostPackageUnpacked = 1024 * 1024 * 1024;
/** The maximum number of items of a package, so that they fit in a menu. */
export const mostPackageItems = 100;
/**
 * The maximum number of stored names per item, and of characters in names and values. The standards require 64,000 for
 * one value.
 */
export const mostReportedNames = 4_000;
export const mostReportedCharacters = 400_000;
export const longestReportedValue = 100_000;
/** The tolerance, in seconds, between a reported duration and the server's clock. */
export const sittingSlack = 30;

const number = (text: string | undefined): number | null => {
  if (text === undefined || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
};
const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value * 10) / 10));

/** Returns the score in percent; null if none was reported. */
export function reportedScore(standard: PackageStandard, values: ReportedValues): number | null {
  const at = standard === "1.2" ? "cmi.core.score" : "cmi.score";
  const scaled = standard === "2004" ? number(values[`${at}.scaled`]) : null;
  if (scaled !== null) return percent(scaled * 100);
  const raw = number(values[`${at}.raw`]);
  if (raw === null) return null;
  const [least, most] = [number(values[`${at}.min`]) ?? 0, number(values[`${at}.max`]) ?? 100];
  return most > least ? percent((100 * (raw - least)) / (most - least)) : null;
}

/** Returns the status that the package reports for an item, regardless of required scores. */
type PackageResult = {
  /** The reported success; null if nothing was reported. */
  success: "passed" | "failed" | null;
  /** Null if nothing was reported. */
  completed: boolean | null;
};

function packageResult(standard: PackageStandard, values: ReportedValues): PackageResult {
  if (standard === "1.2") {
    const status = values["cmi.core.lesson_status"] ?? "not attempted";
    if (status === "passed" || status === "failed") return { success: status, completed: true };
    return { success: null, completed: status === "not attempted" ? null : status === "completed" };
  }
  const [completion = "unknown", success] = [values["cmi.completion_status"], values["cmi.success_status"]];
  return {
    success: success === "passed" || success === "failed" ? success : null,
    completed: completion === "unknown" ? null : completion === "completed",
  };
}

/** If a part is completed by its progress measure, that takes precedence over its reported status. */
function withProgress(
  { completionThreshold }: Pick<PackageItem, "completionThreshold">,
  values: ReportedValues,
): ReportedValues {
  const progress = number(values["cmi.progress_measure"]);
  if (completionThreshold === undefined || progress === null) return values;
  return { ...values, "cmi.completion_status": progress >= completionThreshold ? "completed" : "incomplete" };
}

/**
 * Merges the data that parts share, by name: the latest value from a part with write access.
 *
 * @param parts in the order of their reports.
 */
export function sharedDataOf(
  parts: readonly { data: readonly SharedData[] | undefined; values: ReportedValues }[],
): Record<string, string> {
  const stores: [string, string][] = parts.flatMap(({ data = [], values }) =>
    data.flatMap(({ id, writes }, place): [string, string][] => {
      const store = values[`adl.data.${place}.store`];
      return writes && store !== undefined ? [[id, store]] : [];
    }),
  );
  return Object.fromEntries(stores);
}

/** Returns the shared data of a part in the form in which it would report it. */
export const sharedValues = (
  { data = [] }: Pick<PackageItem, "data">,
  stores: Readonly<Record<string, string>>,
): ReportedValues =>
  Object.fromEntries(
    data.flatMap(({ id }, place) => (stores[id] === undefined ? [] : [[`adl.data.${place}.store`, stores[id]]])),
  );

/**
 * Evaluates one item's reports. If the content or the package requires a score, completion alone isn't enough: the score
 * decides, and if only the package requires one, its reported success counts too. The content's score takes precedence over
 * the package's, and must be reported.
 */
export function itemOutcome(
  standard: PackageStandard,
  item: Pick<PackageItem, "tells" | "mastery" | "completionThreshold">,
  values: ReportedValues,
  minimumScore: number | null,
): TrainingOutcome {
  if (!item.tells) return "passed";
  const { success, completed } = packageResult(standard, withProgress(item, values));
  if (success === "failed") return "failed";
  if (completed === false) return "open";
  const [wanted, score] = [minimumScore ?? item.mastery, reportedScore(standard, values)];
  if (wanted === null) return completed || success === "passed" ? "passed" : "open";
  if (score === null) return minimumScore === null && success === "passed" ? "passed" : "open";
  return score >= wanted ? "passed" : "failed";
}

/**
 * Evaluates an item after another report of its session. An item that was passed in an earlier session stays passed. Within a
 * session a later failure counts, and a restart changes nothing.
 */
export function outcomeInSitting(
  beforeSitting: TrainingOutcome,
  before: TrainingOutcome,
  now: TrainingOutcome,
): TrainingOutcome {
  if (beforeSitting === "passed") return "passed";
  return before === "passed" && now === "open" ? "passed" : now;
}

/** Returns the first part that must be passed, or started, before this one; null if it may be opened. */
export function partBefore(
  { after }: Pick<PackageItem, "after">,
  parts: readonly { outcome: TrainingOutcome; tries: number }[],
): number | null {
  const missing = [
    ...(after?.passed.filter((place) => parts[place]?.outcome !== "passed") ?? []),
    ...(after?.begun.filter((place) => (parts[place]?.tries ?? 0) === 0) ?? []),
  ];
  return missing.length === 0 ? null : Math.min(...missing);
}

/** Returns the navigation request of a course when a part ends (`adl.nav.request`); null if there is no valid one. */
export function requestedPart(requested: string, from: number, ids: readonly string[]): number | null {
  const [, target] = /^\{target=(.+)\}(?:choice|jump)$/.exec(requested) ?? [];
  const place =
    target !== undefined
      ? ids.indexOf(target)
      : from + (requested === "continue" ? 1 : requested === "previous" ? -1 : NaN);
  return place >= 0 && place < ids.length ? place : null;
}

/** Evaluates the whole package: passed with its last item, failed if nothing else is left. */
export function packageOutcome(outcomes: readonly TrainingOutcome[]): TrainingOutcome {
  if (outcomes.length > 0 && outcomes.every((one) => one === "passed")) return "passed";
  return outcomes.includes("failed") && !outcomes.includes("open") ? "failed" : "open";
}

/** Evaluates all parts by the sequencing of SCORM 2004. */
export type SequencedWhole = {
  completion: "completed" | "incomplete" | "unknown";
  success: "passed" | "failed" | "unknown";
  /** Between −1 and 1; null if there is none. */
  measure: number | null;
  /** Whether a part is open or the next one opens by itself. */
  hasNext: boolean;
};

/**
 * Evaluates a package with its own sequencing. Parts that it skips are never completed, so success is enough if nothing
 * follows. If the content requires a score, the whole package must have one. It is failed when all of it is completed.
 */
export function sequencedOutcome(
  { completion, success, measure, hasNext }: SequencedWhole,
  minimumScore: number | null,
): TrainingOutcome {
  const isCompleted = completion === "completed";
  if (success === "failed") return isCompleted ? "failed" : "open";
  if (!isCompleted && (success === "unknown" || hasNext)) return "open";
  if (minimumScore === null) return "passed";
  if (measure !== null && measure * 100 >= minimumScore) return "passed";
  return isCompleted && measure !== null ? "failed" : "open";
}

/** Returns the stored values with which an item starts: none if it was failed, else the reported ones. */
export const beginsAnew = (outcome: TrainingOutcome): boolean => outcome === "failed";

/** Returns the seconds that a package reports for this session; null if it reports nothing readable. */
export function reportedSeconds(standard: PackageStandard, values: ReportedValues): number | null {
  if (standard === "1.2") {
    const [, hours, minutes, seconds] =
      /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(values["cmi.core.session_time"] ?? "") ?? [];
    return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
  const parts = duration.exec(values["cmi.session_time"] ?? "");
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** Returns the seconds of a session that count: the reported ones, up to the time that has passed. */
export function secondsCounted(reported: number | null, passed: number): number {
  const most = Math.max(0, passed) + sittingSlack;
  return Math.round(reported === null ? Math.max(0, passed) : Math.min(reported, most));
}

/** Formats seconds as the standard requires. */
export function durationText(standard: PackageStandard, seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  if (standard === "2004") return `PT${hours}H${minutes}M${rest}S`;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(Math.min(9999, hours)).padStart(4, "0")}:${two(minutes)}:${two(rest)}`;
}

/** The name under which a part reports shared data, by its index in the manifest. */
export const sharedStore: RegExp = /^adl\.data\.(\d{1,3})\.store$/;

/** Tests whether a reported name is stored. Values set by the product, and other names, aren't. */
export function isKept(name: string): boolean {
  if (sharedStore.test(name)) return true;
  if (!name.startsWith("cmi.")) return false;
  return !/^cmi\.(core\.(student_id|student_name|credit|entry|total_time|lesson_mode)|learner_id|learner_name|credit|entry|total_time|mode|launch_data|student_data\.|scaled_passing_score|max_time_allowed|time_limit_action|completion_threshold)/.test(
    name,
  );
}

/** Returns what is wrong with a report; null if it is valid. */
export function reportedProblem(values: ReportedValues): string | null {
  const entries = Object.entries(values);
  if (entries.length > mostReportedNames) return "The training sent too much data.";
  let characters = 0;
  for (const [name, value] of entries) {
    if (!/^cmi\.[\w.]{1,200}$/.test(name) && !sharedStore.test(name))
      return "The training sent data we don't recognize.";
    if (value.length > longestReportedValue) return "The training sent a value that is too long.";
    characters += name.length + value.length;
  }
  return characters > mostReportedCharacters ? "The training sent too much data." : null;
}
