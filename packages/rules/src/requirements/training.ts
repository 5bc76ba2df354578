/**
 * What a training package (SCORM 1.2 or 2004) tells of a learner, and what follows from it. A package runs in the learner's
 * browser and tells what it likes; here is decided what counts. See docs/trainings.md.
 */

export type PackageStandard = "1.2" | "2004";
/** One part of a package that is opened on its own. */
export type PackageItem = {
  title: string;
  /** The page that is opened, and what follows it in its address. */
  path: string;
  query: string;
  /** False: pages that tell nothing; they count once they were opened. */
  tells: boolean;
  /** The score that the package itself asks for, in percent. */
  mastery: number | null;
  /** What the package hands to its own page. */
  launchData: string;
  /** The objectives that the package names for the part, which its page finds there from the beginning. 2004 alone. */
  objectives?: string[];
  /** By what the package itself names it. This and what follows is missing of packages that were read before it was asked. */
  id?: string;
  /** Parts, by their places, that must be passed, or begun at least, before it is opened. */
  after?: { passed: number[]; begun: number[] };
  /** False: what becomes of it does not count for the whole. */
  counts?: boolean;
  /** Data that its page shares with those of other parts (`adl.data`), in the order of the manifest. 2004 alone. */
  data?: SharedData[];
  /** How long it may be taken in the words of its standard, and what its page is to do then. */
  timeLimit?: string;
  timeLimitAction?: string;
  /** The progress measure from which it is completed, between 0 and 1. 2004 alone. */
  completionThreshold?: number;
  /** Its page has all that is needed to leave it: the player offers nothing for that. */
  hidesLeaving?: boolean;
};
/** A store of data that parts share, by its name in the package, and what a part may do with it. */
export type SharedData = { id: string; reads: boolean; writes: boolean };
/** What a package has said last, by the standard's own names ("cmi.core.lesson_status"). */
export type ReportedValues = Readonly<Record<string, string>>;
export const trainingOutcomes = ["open", "passed", "failed"] as const;
export type TrainingOutcome = (typeof trainingOutcomes)[number];

/** A package as it is sent, its files, and all of them unpacked: courses bring videos. In bytes, but for the files. */
export const mostPackageBytes = 500 * 1024 * 1024;
export const mostPackageFiles = 10_000;
export const mostPackageUnpacked = 1024 * 1024 * 1024;
/** Items of one package; more would be no menu. */
export const mostPackageItems = 100;
/** What is kept of one item: names, and characters of names and values together. The standards ask for 64,000 in one value. */
export const mostReportedNames = 4_000;
export const mostReportedCharacters = 400_000;
export const longestReportedValue = 100_000;
/** How much longer than by the server's clock a package may say that somebody sat there: clocks and networks. In seconds. */
export const sittingSlack = 30;

const number = (text: string | undefined): number | null => {
  if (text === undefined || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
};
const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value * 10) / 10));

/** The score in percent; null: none was told. */
export function reportedScore(standard: PackageStandard, told: ReportedValues): number | null {
  const at = standard === "1.2" ? "cmi.core.score" : "cmi.score";
  const scaled = standard === "2004" ? number(told[`${at}.scaled`]) : null;
  if (scaled !== null) return percent(scaled * 100);
  const raw = number(told[`${at}.raw`]);
  if (raw === null) return null;
  const [least, most] = [number(told[`${at}.min`]) ?? 0, number(told[`${at}.max`]) ?? 100];
  return most > least ? percent((100 * (raw - least)) / (most - least)) : null;
}

/** What the package itself says of an item, whatever score is asked for. */
type PackageResult = {
  /** Success in the package's own words; null: it says nothing of it. */
  success: "passed" | "failed" | null;
  /** Null: it says nothing of it. */
  completed: boolean | null;
};

function said(standard: PackageStandard, told: ReportedValues): PackageResult {
  if (standard === "1.2") {
    const status = told["cmi.core.lesson_status"] ?? "not attempted";
    if (status === "passed" || status === "failed") return { success: status, completed: true };
    return { success: null, completed: status === "not attempted" ? null : status === "completed" };
  }
  const [completion = "unknown", success] = [told["cmi.completion_status"], told["cmi.success_status"]];
  return {
    success: success === "passed" || success === "failed" ? success : null,
    completed: completion === "unknown" ? null : completion === "completed",
  };
}

/** Where a part is completed by how far it has come, that goes before its own word. */
function withProgress(
  { completionThreshold }: Pick<PackageItem, "completionThreshold">,
  told: ReportedValues,
): ReportedValues {
  const progress = number(told["cmi.progress_measure"]);
  if (completionThreshold === undefined || progress === null) return told;
  return { ...told, "cmi.completion_status": progress >= completionThreshold ? "completed" : "incomplete" };
}

/**
 * What the parts have put into the data that they share, by its name: the latest word of a part that may write it.
 *
 * @param parts in the order in which they told something.
 */
export function sharedDataOf(
  parts: readonly { data: readonly SharedData[] | undefined; told: ReportedValues }[],
): Record<string, string> {
  const stores: [string, string][] = parts.flatMap(({ data = [], told }) =>
    data.flatMap(({ id, writes }, place): [string, string][] => {
      const store = told[`adl.data.${place}.store`];
      return writes && store !== undefined ? [[id, store]] : [];
    }),
  );
  return Object.fromEntries(stores);
}

/** What is in the data that a part shares, as the part itself would tell it. */
export const sharedValues = (
  { data = [] }: Pick<PackageItem, "data">,
  stores: Readonly<Record<string, string>>,
): ReportedValues =>
  Object.fromEntries(
    data.flatMap(({ id }, place) => (stores[id] === undefined ? [] : [[`adl.data.${place}.store`, stores[id]]])),
  );

/**
 * How one item stands by what it told. Where the content or the package asks for a score, completion alone decides nothing:
 * the score does, and where only the package asks for one, its own word on success does too. The content's score goes before
 * the package's own, and must be told.
 */
export function itemOutcome(
  standard: PackageStandard,
  item: Pick<PackageItem, "tells" | "mastery" | "completionThreshold">,
  told: ReportedValues,
  minimumScore: number | null,
): TrainingOutcome {
  if (!item.tells) return "passed";
  const { success, completed } = said(standard, withProgress(item, told));
  if (success === "failed") return "failed";
  if (completed === false) return "open";
  const [wanted, score] = [minimumScore ?? item.mastery, reportedScore(standard, told)];
  if (wanted === null) return completed || success === "passed" ? "passed" : "open";
  if (score === null) return minimumScore === null && success === "passed" ? "passed" : "open";
  return score >= wanted ? "passed" : "failed";
}

/**
 * How an item stands after its sitting told something once more. What an earlier sitting passed stays passed; within one
 * sitting a later failure counts, and what is only begun again takes nothing away.
 */
export function outcomeInSitting(
  beforeSitting: TrainingOutcome,
  before: TrainingOutcome,
  now: TrainingOutcome,
): TrainingOutcome {
  if (beforeSitting === "passed") return "passed";
  return before === "passed" && now === "open" ? "passed" : now;
}

/** The first part that must be passed, or begun, before this one is opened; null: it may be opened. */
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

/** Where a course asks to be led to when a part ends (`adl.nav.request`); null: nowhere that there is. */
export function requestedPart(wish: string, from: number, ids: readonly string[]): number | null {
  const [, target] = /^\{target=(.+)\}(?:choice|jump)$/.exec(wish) ?? [];
  const place =
    target !== undefined ? ids.indexOf(target) : from + (wish === "continue" ? 1 : wish === "previous" ? -1 : NaN);
  return place >= 0 && place < ids.length ? place : null;
}

/** How the whole stands: passed with its last item, failed when nothing else is left to do. */
export function packageOutcome(outcomes: readonly TrainingOutcome[]): TrainingOutcome {
  if (outcomes.length > 0 && outcomes.every((one) => one === "passed")) return "passed";
  return outcomes.includes("failed") && !outcomes.includes("open") ? "failed" : "open";
}

/** How the parts together stand by the sequencing of SCORM 2004. */
export type SequencedWhole = {
  completion: "completed" | "incomplete" | "unknown";
  success: "passed" | "failed" | "unknown";
  /** Between −1 and 1; null: none. */
  measure: number | null;
  /** A part is open, or comes next by itself. */
  goesOn: boolean;
};

/**
 * How a package stands whose own sequencing says what its parts add up to. Parts that it leaves out are never completed, so that
 * success is enough once nothing more comes. Where the content asks for a score, the whole must have one. It is failed once all of
 * it is completed.
 */
export function sequencedOutcome(
  { completion, success, measure, goesOn }: SequencedWhole,
  minimumScore: number | null,
): TrainingOutcome {
  const isCompleted = completion === "completed";
  if (success === "failed") return isCompleted ? "failed" : "open";
  if (!isCompleted && (success === "unknown" || goesOn)) return "open";
  if (minimumScore === null) return "passed";
  if (measure !== null && measure * 100 >= minimumScore) return "passed";
  return isCompleted && measure !== null ? "failed" : "open";
}

/** What an item that was failed begins anew with: nothing. Else it goes on with what was told. */
export const beginsAnew = (outcome: TrainingOutcome): boolean => outcome === "failed";

/** The seconds that a package says this sitting has taken; null: it says nothing, or nothing that can be read. */
export function reportedSeconds(standard: PackageStandard, told: ReportedValues): number | null {
  if (standard === "1.2") {
    const [, hours, minutes, seconds] =
      /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(told["cmi.core.session_time"] ?? "") ?? [];
    return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
  const parts = duration.exec(told["cmi.session_time"] ?? "");
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** The seconds of a sitting that count: what the package says, and never more than have passed. */
export function secondsCounted(told: number | null, passed: number): number {
  const most = Math.max(0, passed) + sittingSlack;
  return Math.round(told === null ? Math.max(0, passed) : Math.min(told, most));
}

/** A number of seconds as the standard writes it. */
export function durationText(standard: PackageStandard, seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  if (standard === "2004") return `PT${hours}H${minutes}M${rest}S`;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(Math.min(9999, hours)).padStart(4, "0")}:${two(minutes)}:${two(rest)}`;
}

/** The name under which a part tells what it puts into the data that it shares with others, by their place in its manifest. */
export const sharedStore: RegExp = /^adl\.data\.(\d{1,3})\.store$/;

/** Names under which a package tells something that is kept; what it is told by us, and what is not its own, is not. */
export function isKept(name: string): boolean {
  if (sharedStore.test(name)) return true;
  if (!name.startsWith("cmi.")) return false;
  return !/^cmi\.(core\.(student_id|student_name|credit|entry|total_time|lesson_mode)|learner_id|learner_name|credit|entry|total_time|mode|launch_data|student_data\.|scaled_passing_score|max_time_allowed|time_limit_action|completion_threshold)/.test(
    name,
  );
}

/** What is wrong with what a package told; null: nothing. */
export function reportedProblem(told: ReportedValues): string | null {
  const entries = Object.entries(told);
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
