/**
 * The activities of a SCORM 2004 package as defined by its manifest, and their tracking data. The names are those of the
 * standard's book on Sequencing and Navigation (4th Edition), whose processes the files in this folder implement.
 */

/** True, false, or null for unknown. Most rules of the standard distinguish the three. */
export type TriState = boolean | null;

type MapKind =
  | "SatisfiedStatus"
  | "NormalizedMeasure"
  | "CompletionStatus"
  | "ProgressMeasure"
  | "RawScore"
  | "MinScore"
  | "MaxScore";
/** The shared objectives from which an objective reads its values, and to which it writes them. */
export type ObjectiveMap = { targetObjectiveID: string } & { [way in `${"read" | "write"}${MapKind}`]?: boolean };
export type Objective = {
  objectiveID: string;
  satisfiedByMeasure: boolean;
  /** The default is 1. */
  minNormalizedMeasure?: number;
  mapInfo: ObjectiveMap[];
};
export type SequencingCondition = {
  condition: string;
  operator?: string;
  referencedObjective?: string;
  parameters?: { threshold: number };
};
export type SequencingRule = { action: string; conditionCombination: string; conditions: SequencingCondition[] };
export type RollupRule = SequencingRule & {
  consideration: string;
  minimumCount?: number /** In percent. */;
  minimumPercent?: number;
};
type Required = "requiredForSatisfied" | "requiredForNotSatisfied" | "requiredForCompleted" | "requiredForIncomplete";

/** One activity. Without children, it is a part of the package. */
export type Activity = {
  id: string;
  title: string;
  children?: Activity[];
  isVisible?: boolean;
  /** Set only on the root: each attempt on the whole package resets shared objectives. */
  forgetsShared?: boolean;
  sequencingControls?: {
    choice?: boolean;
    choiceExit?: boolean;
    flow?: boolean;
    forwardOnly?: boolean;
    useCurrentAttemptObjectiveInfo?: boolean;
    useCurrentAttemptProgressInfo?: boolean;
    preventActivation?: boolean;
    constrainChoice?: boolean;
    rollupObjectiveSatisfied?: boolean;
    rollupProgressCompletion?: boolean;
    objectiveMeasureWeight?: number;
    selectionTiming?: string;
    randomizationTiming?: string;
    selectCount?: number;
    reorderChildren?: boolean;
  };
  deliveryControls?: { tracked?: boolean; completionSetByContent?: boolean; objectiveSetByContent?: boolean };
  sequencingRules?: {
    preConditionRules: SequencingRule[];
    exitConditionRules: SequencingRule[];
    postConditionRules: SequencingRule[];
  };
  rollupRules?: { rules: RollupRule[] };
  rollupConsiderations?: { [name in Required]?: string } & { measureSatisfactionIfActive?: boolean };
  attemptLimit?: number;
  primaryObjective?: Objective;
  objectives?: Objective[];
  completionThreshold?: { completedByMeasure?: boolean; minProgressMeasure?: number; progressWeight?: number };
};

/** The tracking data of one objective. */
export type ObjectiveState = {
  satisfied: TriState;
  measure: number | null;
  completed: TriState;
  progress: number | null;
  raw: number | null;
  min: number | null;
  max: number | null;
};

/** The tracking data of one activity. */
export type ActivityState = {
  attempts: number;
  isActive: boolean;
  isSuspended: boolean;
  completed: TriState;
  progress: number | null;
  objectives: Record<string, ObjectiveState>;
  /** Whether the data of its objectives, or of its progress, is from an earlier attempt on its parent. */
  staleObjectives: boolean;
  staleProgress: boolean;
  /** The selected children in order; null for all of them in the original order. */
  order: string[] | null;
};

/** A learner's position in a tree of activities, as stored between steps. */
export type SequencingState = {
  format: 1;
  /** The seed of random choices, so that a preview shows what will happen. */
  seed: string;
  current: string | null;
  suspended: string | null;
  activities: Record<string, ActivityState>;
  shared: Record<string, ObjectiveState>;
};

/** An activity in the tree, with its tracking data. */
export type ActivityNode = {
  activity: Activity;
  parent: ActivityNode | null;
  /** All children; `availableChildren` are those that were selected. */
  children: ActivityNode[];
  state: ActivityState;
};

/** A tree with tracking data, which processes change in place. */
export type OpenTree = {
  root: ActivityNode;
  nodes: ReadonlyMap<string, ActivityNode>;
  seed: string;
  current: ActivityNode | null;
  suspended: ActivityNode | null;
  shared: Map<string, ObjectiveState>;
  /**
   * Tests whether data from an earlier attempt on the parent is ignored: in rollup, and when everything starts again.
   */
  isFreshOnly: boolean;
};

const nothingKnown = (): ObjectiveState => ({
  ...{ satisfied: null, measure: null, completed: null, progress: null, raw: null, min: null, max: null },
});
const untouched = (): ActivityState => ({
  ...{ attempts: 0, isActive: false, isSuspended: false, completed: null, progress: null },
  ...{ objectives: {}, staleObjectives: false, staleProgress: false, order: null },
});

/** Parses a stored state; null if it has another format. */
export function readSequencingState(text: string | null): SequencingState | null {
  if (text === null || text === "") return null;
  const state = JSON.parse(text) as Partial<SequencingState>;
  return state.format === 1 ? (state as SequencingState) : null;
}

/** Opens a tree at its stored state, or at the beginning. */
export function openTree(root: Activity, kept: SequencingState | null, seed: string): OpenTree {
  const nodes = new Map<string, ActivityNode>();
  const nodeOf = (activity: Activity, parent: ActivityNode | null): ActivityNode => {
    const known = kept?.activities[activity.id];
    const state = known ? { ...untouched(), ...known, objectives: structuredClone(known.objectives) } : untouched();
    const node: ActivityNode = { activity, parent, children: [], state };
    nodes.set(activity.id, node);
    node.children = (activity.children ?? []).map((one) => nodeOf(one, node));
    return node;
  };
  const tree: OpenTree = {
    ...{ root: nodeOf(root, null), nodes, seed: kept?.seed ?? seed },
    current: nodes.get(kept?.current ?? "") ?? null,
    suspended: nodes.get(kept?.suspended ?? "") ?? null,
    shared: new Map(Object.entries(structuredClone(kept?.shared ?? {}))),
    isFreshOnly: false,
  };
  if (kept === null) for (const node of nodes.values()) arrange(tree, node, "once");
  return tree;
}

export const stateOf = ({ nodes, seed, current, suspended, shared }: OpenTree): SequencingState => ({
  ...{ format: 1, seed, current: current?.activity.id ?? null, suspended: suspended?.activity.id ?? null },
  activities: Object.fromEntries([...nodes].map(([id, { state }]) => [id, state])),
  shared: Object.fromEntries(shared),
});

/** Returns a copy of the tree. */
export const copyOf = (tree: OpenTree): OpenTree =>
  openTree(tree.root.activity, structuredClone(stateOf(tree)), tree.seed);

export function availableChildren({ children, state }: ActivityNode): ActivityNode[] {
  const { order } = state;
  if (order === null) return children;
  return order.flatMap((id) => children.find(({ activity }) => activity.id === id) ?? []);
}

/** Returns the path from the root to an activity, including both. */
export function pathTo(node: ActivityNode): ActivityNode[] {
  return node.parent === null ? [node] : [...pathTo(node.parent), node];
}

export function commonAncestor(one: ActivityNode, other: ActivityNode): ActivityNode {
  const path = new Set(pathTo(one));
  let at = other;
  while (!path.has(at) && at.parent !== null) at = at.parent;
  return at;
}

const isByChance = ({ sequencingControls: by = {} }: Activity) =>
  [by.selectionTiming, by.randomizationTiming].some((one) => one !== undefined && one !== "never");
/** Tests whether any order in the tree is random. */
export const hasChance = (activity: Activity): boolean =>
  isByChance(activity) || (activity.children ?? []).some(hasChance);

/**
 * Selects and shuffles the children of an activity if its timing says so (SR.1, SR.2).
 *
 * @param moment "once" at the very beginning, else before a further attempt on the activity.
 */
export function arrange(
  { seed }: OpenTree,
  { activity, children, state }: ActivityNode,
  moment: "once" | "again",
): void {
  const { selectionTiming, selectCount, randomizationTiming, reorderChildren } = activity.sequencingControls ?? {};
  const isDue = (timing: string | undefined) =>
    timing === "onEachNewAttempt" || (timing === "once" && moment === "once");
  const chance = chanceOf(`${seed}/${activity.id}/${state.attempts}`);
  let order = state.order;
  if (isDue(selectionTiming) && selectCount !== undefined && selectCount < children.length) {
    const ids = children.map((one) => one.activity.id);
    const selected = new Set(shuffled(ids, chance).slice(0, selectCount));
    order = ids.filter((id) => selected.has(id));
  }
  if (isDue(randomizationTiming) && reorderChildren === true) {
    order = shuffled(order ?? children.map((one) => one.activity.id), chance);
  }
  state.order = order;
}

/**
 * Returns a generator of pseudorandom numbers between 0 and 1. The same text gives the same numbers (FNV-1a, then
 * xorshift).
 */
function chanceOf(words: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < words.length; at += 1) state = Math.imul(state ^ words.charCodeAt(at), 0x01000193);
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(chance() * left.length), 1)[0] as Item);
}

const noObjective: Objective = { objectiveID: "", satisfiedByMeasure: false, mapInfo: [] };
export const primaryOf = ({ activity }: ActivityNode): Objective => activity.primaryObjective ?? noObjective;
export const objectivesOf = (node: ActivityNode): Objective[] => [primaryOf(node), ...(node.activity.objectives ?? [])];
/** Returns the objective with a name, or the primary one. */
export const objectiveNamed = (node: ActivityNode, name: string | undefined): Objective =>
  (name === undefined || name === "" ? undefined : objectivesOf(node).find((one) => one.objectiveID === name)) ??
  primaryOf(node);

export const isTracked = ({ activity }: ActivityNode) => activity.deliveryControls?.tracked !== false;

/** Returns an activity's own data of an objective, for changes. */
export function localOf({ state }: ActivityNode, { objectiveID }: Objective): ObjectiveState {
  const known = state.objectives[objectiveID] ?? nothingKnown();
  state.objectives[objectiveID] = known;
  return known;
}

/**
 * Returns a value of a shared objective; undefined if none is read. It takes precedence over the activity's own value.
 */
function read<Value>(
  tree: OpenTree,
  { mapInfo }: Objective,
  kind: MapKind,
  pick: (shared: ObjectiveState) => Value | null,
): Value | null | undefined {
  let isRead = false;
  for (const map of mapInfo) {
    if (map[`read${kind}`] === false) continue;
    isRead = true;
    const shared = tree.shared.get(map.targetObjectiveID);
    const value = shared ? pick(shared) : null;
    if (value !== null) return value;
  }
  return isRead ? null : undefined;
}

const isForgotten = (tree: OpenTree, node: ActivityNode, what: "staleObjectives" | "staleProgress") =>
  !isTracked(node) || (tree.isFreshOnly && node.state[what]);

/** Returns an objective's measure; null if unknown. Untracked activities have no data. */
export function measureOf(tree: OpenTree, node: ActivityNode, objective: Objective): number | null {
  if (isForgotten(tree, node, "staleObjectives")) return null;
  const shared = read(tree, objective, "NormalizedMeasure", ({ measure }) => measure);
  return shared === undefined ? localOf(node, objective).measure : shared;
}

/** Tests whether an objective is satisfied. One that is satisfied by measure ignores other values. */
export function satisfiedOf(tree: OpenTree, node: ActivityNode, objective: Objective): TriState {
  if (isForgotten(tree, node, "staleObjectives")) return null;
  if (objective.satisfiedByMeasure) {
    const measure = measureOf(tree, node, objective);
    const mayJudge = !node.state.isActive || node.activity.rollupConsiderations?.measureSatisfactionIfActive !== false;
    return measure === null || !mayJudge ? null : measure >= (objective.minNormalizedMeasure ?? 1);
  }
  const shared = read(tree, objective, "SatisfiedStatus", ({ satisfied }) => satisfied);
  return shared === undefined ? localOf(node, objective).satisfied : shared;
}

/**
 * Returns the progress of an activity, or of one of its objectives. Its own value counts if no shared one exists yet.
 */
export function progressOf(tree: OpenTree, node: ActivityNode, objective: Objective): number | null {
  if (isForgotten(tree, node, "staleProgress")) return null;
  const own = objective === primaryOf(node) ? node.state.progress : localOf(node, objective).progress;
  return read(tree, objective, "ProgressMeasure", ({ progress }) => progress) ?? own;
}

export function completedOf(tree: OpenTree, node: ActivityNode, objective: Objective): TriState {
  if (isForgotten(tree, node, "staleProgress")) return null;
  const isPrimary = objective === primaryOf(node);
  const { completedByMeasure, minProgressMeasure = 1 } = node.activity.completionThreshold ?? {};
  if (isPrimary && completedByMeasure === true) {
    const progress = progressOf(tree, node, objective);
    return progress === null ? null : progress >= minProgressMeasure;
  }
  const shared = read(tree, objective, "CompletionStatus", ({ completed }) => completed);
  if (shared !== undefined) return shared;
  return isPrimary ? node.state.completed : localOf(node, objective).completed;
}

export const scoreOf = (tree: OpenTree, node: ActivityNode, objective: Objective) => {
  const local = localOf(node, objective);
  return {
    raw: read(tree, objective, "RawScore", ({ raw }) => raw) ?? local.raw,
    min: read(tree, objective, "MinScore", ({ min }) => min) ?? local.min,
    max: read(tree, objective, "MaxScore", ({ max }) => max) ?? local.max,
  };
};

/** Writes an activity's objectives to the shared ones. */
export function writeShared(tree: OpenTree, node: ActivityNode): void {
  for (const objective of objectivesOf(node)) {
    const isPrimary = objective === primaryOf(node);
    const local = localOf(node, objective);
    const { completedByMeasure, minProgressMeasure = 1 } = node.activity.completionThreshold ?? {};
    const progress = isPrimary ? node.state.progress : local.progress;
    const byMeasure = isPrimary && completedByMeasure === true;
    const completed = isPrimary ? node.state.completed : local.completed;
    const ways: [MapKind, Partial<ObjectiveState>][] = [
      ["SatisfiedStatus", { satisfied: ownSatisfied(node, objective) }],
      ["NormalizedMeasure", { measure: local.measure }],
      ["CompletionStatus", { completed: byMeasure ? progress && progress >= minProgressMeasure : completed } as never],
      ["ProgressMeasure", { progress }],
      ["RawScore", { raw: local.raw }],
      ["MinScore", { min: local.min }],
      ["MaxScore", { max: local.max }],
    ];
    for (const map of objective.mapInfo) {
      for (const [kind, value] of ways) {
        if (map[`write${kind}`] !== true || Object.values(value)[0] === null) continue;
        tree.shared.set(map.targetObjectiveID, {
          ...nothingKnown(),
          ...tree.shared.get(map.targetObjectiveID),
          ...value,
        });
      }
    }
  }
}

function ownSatisfied(node: ActivityNode, objective: Objective): TriState {
  const { satisfied, measure } = localOf(node, objective);
  if (!objective.satisfiedByMeasure) return satisfied;
  return measure === null ? null : measure >= (objective.minNormalizedMeasure ?? 1);
}
