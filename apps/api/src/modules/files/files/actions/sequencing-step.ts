import type { ReportedValues } from "@touchline/rules";
import {
  type ActivityNode,
  completedOf,
  copyOf,
  localOf,
  measureOf,
  type ObjectiveState,
  type OpenTree,
  objectivesOf,
  openTree,
  primaryOf,
  progressOf,
  readSequencingState,
  satisfiedOf,
  scoreOf,
  stateOf,
} from "@touchline/rules/requirements/activity-tree";
import {
  type Ending,
  followRequest,
  type NavigationRequest,
  navigationRequests,
} from "@touchline/rules/requirements/sequencing-requests";
import type { ActivityTree, Stepped } from "../../../../schema/json.ts";
import { isOwnObjectiveId } from "./read-sequencing.ts";

export type SequencingStep = {
  tree: ActivityTree;
  /** As the previous step left it; null: nothing was opened yet. */
  state: string | null;
  /** Decides random choices of the package, if nothing was opened yet. */
  seed?: string;
  /** The values that the open part has reported; null: none is open. */
  values: ReportedValues | null;
  /** Null: no navigation, only the possible next steps are returned. */
  request: NavigationRequest | null;
  /** The chosen target: the package's own name of the part or chapter, or the part's index. */
  target?: string | undefined;
  part?: number | undefined;
};

/** Parses a navigation request of a course (`adl.nav.request`); null: not a valid one. */
export function requestOf(requested: string): { request: NavigationRequest; target?: string } | null {
  const [, target, kind] = /^\{target=(.+)\}(choice|jump)$/.exec(requested) ?? [];
  if (target !== undefined && (kind === "choice" || kind === "jump")) return { request: kind, target };
  const request = navigationRequests.find((one) => one === requested);
  return request === undefined || ["start", "resumeAll", "choice", "jump"].includes(request) ? null : { request };
}

/**
 * Does one step through a package of several parts by the sequencing of SCORM 2004: the reported values are recorded for the
 * open part, the request is followed, and the results are rolled up. It stores nothing but its result.
 */
export function step({
  tree: { root, parts, ids },
  state,
  seed = "",
  values,
  request,
  target,
  part,
}: SequencingStep): Stepped {
  const tree = openTree(root, readSequencingState(state), seed);
  const placeOf = (node: ActivityNode | null) => {
    const place = parts.indexOf(node?.activity.id ?? "");
    return place < 0 ? null : place;
  };
  const { current } = tree;
  if (values !== null && current?.state.isActive) note(current, values);
  if (request !== null) {
    const id = target === undefined ? parts[part ?? -1] : ids[target];
    followRequest(tree, request, tree.nodes.get(id ?? "") ?? null, endingOf(values));
  }
  const tried = (by: NavigationRequest, node: ActivityNode | null = null) => {
    const trial = copyOf(tree);
    const to = trial.nodes.get(node?.activity.id ?? "") ?? null;
    return placeOf(followRequest(trial, by, to, { ...endingOf(null), isTrial: true }));
  };
  const nextBy = tree.suspended && tree.current === null ? "resumeAll" : tree.current ? "continue" : "start";
  const whole = primaryOf(tree.root);
  const completed = completedOf(tree, tree.root, whole);
  const satisfied = satisfiedOf(tree, tree.root, whole);
  const open = tree.current?.state.isActive && tree.current.children.length === 0 ? tree.current : null;
  return {
    state: JSON.stringify(stateOf(tree)),
    opens: placeOf(open),
    choices: parts.flatMap((id, place) => {
      const node = tree.nodes.get(id) ?? null;
      return node && isShown(node) && tried("choice", node) === place ? [place] : [];
    }),
    next: tried(nextBy),
    back: tree.current ? tried("previous") : null,
    nextBy,
    isOver: tree.current === null && tree.suspended === null && tree.root.state.attempts > 0,
    objectives: open ? objectivesIn(tree, open) : {},
    completion: completed === null ? "unknown" : completed ? "completed" : "incomplete",
    success: satisfied === null ? "unknown" : satisfied ? "passed" : "failed",
    measure: measureOf(tree, tree.root, whole),
  };
}

const isShown = ({ activity, parent }: ActivityNode): boolean =>
  activity.isVisible !== false && (parent === null || isShown(parent));

const endingOf = (values: ReportedValues | null): Ending => ({
  saysCompletion: values?.["cmi.completion_status"] !== undefined,
  saysSuccess: values?.["cmi.success_status"] !== undefined,
  suspends: values?.["cmi.exit"] === "suspend",
});

const numberOf = (text: string | undefined): number | null => {
  const value = Number(text);
  return text === undefined || text.trim() === "" || !Number.isFinite(value) ? null : value;
};
/** Returns SCORM's value for what is known; undefined: nothing was reported. */
const known = (text: string | undefined, yes: string) =>
  text === undefined ? undefined : text === "unknown" ? null : text === yes;

/** Records the values that a part has reported about itself and its objectives; others stay. */
function note(node: ActivityNode, values: ReportedValues): void {
  if (node.activity.deliveryControls?.tracked === false) return;
  const primary = primaryOf(node);
  const names = Object.entries(values).flatMap(([name, id]) => {
    const [, place] = /^cmi\.objectives\.(\d+)\.id$/.exec(name) ?? [];
    return place === undefined ? [] : [{ at: `cmi.objectives.${place}`, id }];
  });
  for (const objective of objectivesOf(node)) {
    const at = names.find(({ id }) => id === objective.objectiveID)?.at;
    if (at !== undefined) noteObjective(node, localOf(node, objective), at, values, objective === primary);
  }
  noteObjective(node, localOf(node, primary), "cmi", values, true);
}

function noteObjective(
  node: ActivityNode,
  local: ObjectiveState,
  at: string,
  values: ReportedValues,
  isPrimary: boolean,
) {
  const success = known(values[`${at}.success_status`], "passed");
  const completion = known(values[`${at}.completion_status`], "completed");
  const set = <Key extends keyof ObjectiveState>(key: Key, value: ObjectiveState[Key] | undefined) => {
    if (value !== undefined) local[key] = value;
  };
  const of = (name: string) => numberOf(values[`${at}.${name}`]) ?? undefined;
  set("satisfied", success);
  set("measure", of("score.scaled"));
  set("raw", of("score.raw"));
  set("min", of("score.min"));
  set("max", of("score.max"));
  // The progress of the primary objective is the progress of the part.
  if (isPrimary) {
    if (completion !== undefined) node.state.completed = completion;
    node.state.progress = of("progress_measure") ?? node.state.progress;
  } else {
    set("completed", completion);
    set("progress", of("progress_measure"));
  }
}

/** Returns the values of the open part's objectives, which others may have written. */
function objectivesIn(tree: OpenTree, node: ActivityNode): Record<string, string> {
  const named = objectivesOf(node).filter(({ objectiveID }) => !isOwnObjectiveId(objectiveID));
  const values: Record<string, string> = {};
  for (const [place, objective] of named.slice(0, 100).entries()) {
    const satisfied = satisfiedOf(tree, node, objective);
    const completed = completedOf(tree, node, objective);
    const { raw, min, max } = scoreOf(tree, node, objective);
    const known: Record<string, string | number | null> = {
      id: objective.objectiveID,
      success_status: satisfied === null ? null : satisfied ? "passed" : "failed",
      completion_status: completed === null ? null : completed ? "completed" : "incomplete",
      "score.scaled": measureOf(tree, node, objective),
      "score.raw": raw,
      "score.min": min,
      "score.max": max,
      progress_measure: progressOf(tree, node, objective),
    };
    for (const [name, value] of Object.entries(known)) {
      if (value !== null) values[`cmi.objectives.${place}.${name}`] = String(value);
    }
  }
  return values;
}
