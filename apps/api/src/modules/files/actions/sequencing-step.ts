import type { ToldValues } from "@touchline/rules";
import { Scorm2004API } from "scorm-again";
import type { ActivityTree } from "./read-sequencing.ts";

/** Where a learner asks to go, in the words of SCORM 2004. */
const requests = [
  ...(["start", "resumeAll", "continue", "previous", "choice", "jump"] as const),
  ...(["exit", "exitAll", "suspendAll", "abandon", "abandonAll"] as const),
];
export type NavigationRequest = (typeof requests)[number];

export type Step = {
  tree: ActivityTree;
  /** As an earlier step left it; null: nothing was opened yet. */
  state: string | null;
  /** What the part that is open has told; null: none is open. */
  told: ToldValues | null;
  /** Null: nothing moves, and what may come next is said. */
  request: NavigationRequest | null;
  /** What is chosen: by what the package names the part or chapter, or the place of the part. */
  target?: string | undefined;
  part?: number | undefined;
};

export type Stepped = {
  state: string;
  /** The part that is open after this; null: none. */
  opens: number | null;
  /** Parts that may be chosen. */
  choices: number[];
  /** The parts that the next step leads to when one goes on, or back; null: to none. */
  next: number | null;
  back: number | null;
  /** `next` is where everything was left, or the beginning. */
  nextBy: "continue" | "resumeAll" | "start";
  /** What the part that is open begins with of the objectives that parts share. */
  objectives: ToldValues;
  /** How the whole stands. */
  completion: "completed" | "incomplete" | "unknown";
  success: "passed" | "failed" | "unknown";
  /** The score of the whole between −1 and 1; null: none was rolled up. */
  measure: number | null;
};

/** A request in the words of a course (`adl.nav.request`); null: it is none. */
export function requestOf(wish: string): { request: NavigationRequest; target?: string } | null {
  const [, target, kind] = /^\{target=(.+)\}(choice|jump)$/.exec(wish) ?? [];
  if (target !== undefined && (kind === "choice" || kind === "jump")) return { request: kind, target };
  const request = requests.find((one) => one === wish);
  return request === undefined || ["start", "resumeAll", "choice", "jump"].includes(request) ? null : { request };
}

function opened(tree: ActivityTree, state: string | null) {
  const api = new Scorm2004API({
    ...{ autocommit: false, lmsCommitUrl: false, logLevel: 5, selfReportSessionTime: true },
    onLogMessage: () => undefined,
    // The library's own type of a tree is not exported; it takes what it knows of this one.
    sequencing: { activityTree: tree.root as never, logLevel: "error" },
  });
  const process = api.getSequencingService()?.getOverallSequencingProcess();
  if (!process) throw new Error("the runtime library has no sequencing");
  if (state !== null && !process.restoreSequencingState(JSON.parse(state))) {
    throw new Error("the state of a training could not be read");
  }
  return { api, process };
}

/**
 * One step through a package of several parts by the sequencing of the runtime library: what was told is handed to the part that
 * is open, the request is followed, and what it makes of all parts is rolled up. It keeps nothing but what it answers.
 */
export function step({ tree, state, told, request, target, part }: Step): Stepped {
  const placeOf = (id: string | null | undefined) => {
    const place = tree.parts.indexOf(id ?? "");
    return place < 0 ? null : place;
  };
  const { api, process } = opened(tree, state);
  if (told !== null) {
    api.loadFromFlattenedJSON({ ...told });
    api.lmsInitialize("");
  }
  let delivered: string | null = null;
  if (request !== null) {
    const named = target === undefined ? undefined : tree.ids[target];
    const id = named ?? (part === undefined ? null : (tree.parts[part] ?? null));
    const answer = process.processNavigationRequest(request as never, id, told?.["cmi.exit"] ?? "");
    delivered = answer.targetActivity?.id ?? null;
  }
  const after = process.getSequencingState();
  const kept = JSON.stringify(after);
  const isOpen = after.currentActivity !== null && after.activityStates[after.currentActivity]?.isActive === true;
  const trial = opened(tree, kept).process;
  const tried = (by: NavigationRequest, id: string | null = null) => {
    trial.restoreSequencingState(JSON.parse(kept));
    return placeOf(trial.processNavigationRequest(by as never, id).targetActivity?.id);
  };
  // Of what may be chosen first the library says nothing before something was opened.
  const choices = after.currentActivity
    ? process.getAvailableChoices().flatMap((id: string) => placeOf(id) ?? [])
    : tree.parts.flatMap((id, place) => (tried("choice", id) === place ? [place] : []));
  const nextBy = after.suspendedActivity ? "resumeAll" : after.currentActivity ? "continue" : "start";
  const whole = after.activityStates[tree.root.id];
  const current = isOpen ? placeOf(after.currentActivity) : null;
  return {
    state: kept,
    opens: placeOf(delivered) ?? current,
    choices,
    next: tried(nextBy),
    back: after.currentActivity ? tried("previous") : null,
    nextBy,
    objectives: current === null ? {} : objectivesIn(tree, kept),
    completion:
      whole?.completionStatus === "completed" || whole?.completionStatus === "incomplete"
        ? whole.completionStatus
        : "unknown",
    success: !whole?.objectiveSatisfiedStatusKnown ? "unknown" : whole.objectiveSatisfiedStatus ? "passed" : "failed",
    measure: whole?.objectiveMeasureStatus ? whole.objectiveNormalizedMeasure : null,
  };
}

const told = ["id", "success_status", "completion_status", "score.scaled", "progress_measure"];

/** What the runtime library puts into the objectives of the part that is open: others may have written them. */
function objectivesIn(tree: ActivityTree, state: string): Record<string, string> {
  const { api } = opened(tree, state);
  api.lmsInitialize("");
  const values: Record<string, string> = {};
  const count = Number(api.lmsGetValue("cmi.objectives._count")) || 0;
  for (let place = 0; place < Math.min(count, 100); place += 1) {
    for (const name of told) {
      const value = String(api.lmsGetValue(`cmi.objectives.${place}.${name}`));
      if (value !== "" && value !== "unknown") values[`cmi.objectives.${place}.${name}`] = value;
    }
  }
  return values;
}
