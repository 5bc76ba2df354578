/**
 * The activities of a SCORM 2004 package, as its manifest asks for them, and what is tracked of each. The names are those of the
 * standard's book on Sequencing and Navigation (4th Edition), whose processes the files beside this one follow.
 */

/** True, false, or null: nothing is known. Most rules of the standard tell the three apart. */
export type TriState = boolean | null;

type MapKind =
  | "SatisfiedStatus"
  | "NormalizedMeasure"
  | "CompletionStatus"
  | "ProgressMeasure"
  | "RawScore"
  | "MinScore"
  | "MaxScore";
/** Which values an objective reads from one that activities share, and which it writes there. */
export type ObjectiveMap = { targetObjectiveID: string } & { [way in `${"read" | "write"}${MapKind}`]?: boolean };
export type Objective = {
  objectiveID: string;
  satisfiedByMeasure: boolean;
  /** 1 where nothing is said. */
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

/** One activity; a part of the package where it has no children. */
export type Activity = {
  id: string;
  title: string;
  children?: Activity[];
  isVisible?: boolean;
  /** Set on the root alone: each attempt on the whole forgets what its objectives share. */
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

/** What is known of one objective. */
export type ObjectiveState = {
  satisfied: TriState;
  measure: number | null;
  completed: TriState;
  progress: number | null;
  raw: number | null;
  min: number | null;
  max: number | null;
};

/** What is tracked of one activity. */
export type ActivityState = {
  attempts: number;
  isActive: boolean;
  isSuspended: boolean;
  completed: TriState;
  progress: number | null;
  objectives: Record<string, ObjectiveState>;
  /** What is known of its objectives, or of its progress, is from an earlier attempt on what it lies in. */
  staleObjectives: boolean;
  staleProgress: boolean;
  /** The children that were selected, in their order; null: all of them as they stand. */
  order: string[] | null;
};

/** Where a learner is in a tree of activities, as it is kept from step to step. */
export type SequencingState = {
  format: 1;
  /** Decides what is left to chance, so that looking ahead sees what will come. */
  seed: string;
  current: string | null;
  suspended: string | null;
  activities: Record<string, ActivityState>;
  shared: Record<string, ObjectiveState>;
};

/** An activity in its place, with what is tracked of it. */
export type ActivityNode = {
  activity: Activity;
  parent: ActivityNode | null;
  /** All of them; `availableChildren` are those that count. */
  children: ActivityNode[];
  state: ActivityState;
};

/** A tree with what is tracked of it. Processes change it in place. */
export type OpenTree = {
  root: ActivityNode;
  nodes: ReadonlyMap<string, ActivityNode>;
  seed: string;
  current: ActivityNode | null;
  suspended: ActivityNode | null;
  shared: Map<string, ObjectiveState>;
  /** What is known from an earlier attempt on what an activity lies in counts for nothing: in rollup, and while all is begun anew. */
  isFreshOnly: boolean;
};

const nothingKnown = (): ObjectiveState => ({
  ...{ satisfied: null, measure: null, completed: null, progress: null, raw: null, min: null, max: null },
});
const untouched = (): ActivityState => ({
  ...{ attempts: 0, isActive: false, isSuspended: false, completed: null, progress: null },
  ...{ objectives: {}, staleObjectives: false, staleProgress: false, order: null },
});

/** A state that was kept as text; null where it is none of this format. */
export function readSequencingState(text: string | null): SequencingState | null {
  if (text === null || text === "") return null;
  const state = JSON.parse(text) as Partial<SequencingState>;
  return state.format === 1 ? (state as SequencingState) : null;
}

/** Opens a tree where it was left; from its beginning where nothing was kept. */
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

/** A tree that may be changed without changing this one. */
export const copyOf = (tree: OpenTree): OpenTree =>
  openTree(tree.root.activity, structuredClone(stateOf(tree)), tree.seed);

export function availableChildren({ children, state }: ActivityNode): ActivityNode[] {
  const { order } = state;
  if (order === null) return children;
  return order.flatMap((id) => children.find(({ activity }) => activity.id === id) ?? []);
}

/** From the root to an activity, both included. */
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
/** Whether any of its orders is left to chance. */
export const hasChance = (activity: Activity): boolean =>
  isByChance(activity) || (activity.children ?? []).some(hasChance);

/**
 * Selects and shuffles the children of an activity where its timing says so (SR.1, SR.2).
 *
 * @param moment "once" at the very beginning, else as a further attempt on the activity is to come.
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

/** Numbers between 0 and 1 that look like chance, and are the same for the same words (FNV-1a, then xorshift). */
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
/** The objective of a name, else the primary one. */
export const objectiveNamed = (node: ActivityNode, name: string | undefined): Objective =>
  (name === undefined || name === "" ? undefined : objectivesOf(node).find((one) => one.objectiveID === name)) ??
  primaryOf(node);

export const isTracked = ({ activity }: ActivityNode) => activity.deliveryControls?.tracked !== false;

/** What an activity itself knows of one of its objectives, where it may be changed. */
export function localOf({ state }: ActivityNode, { objectiveID }: Objective): ObjectiveState {
  const known = state.objectives[objectiveID] ?? nothingKnown();
  state.objectives[objectiveID] = known;
  return known;
}

/** A value as an objective that is shared has it; undefined: none is read from there. It stands in place of the activity's own. */
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

/** Its measure; null: none is known. Nothing is known of what is not tracked. */
export function measureOf(tree: OpenTree, node: ActivityNode, objective: Objective): number | null {
  if (isForgotten(tree, node, "staleObjectives")) return null;
  const shared = read(tree, objective, "NormalizedMeasure", ({ measure }) => measure);
  return shared === undefined ? localOf(node, objective).measure : shared;
}

/** Whether an objective is satisfied. One that goes by its measure ignores what else is said. */
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

/** How far an activity, or another objective than its primary one, has come; its own word counts where none is shared yet. */
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

/** Hands what an activity knows of its objectives on to those that it shares. */
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
