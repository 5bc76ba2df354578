import {
  type ActivityNode,
  availableChildren,
  completedOf,
  isTracked,
  localOf,
  measureOf,
  type OpenTree,
  objectiveNamed,
  pathTo,
  primaryOf,
  progressOf,
  type RollupRule,
  type SequencingCondition,
  type SequencingRule,
  satisfiedOf,
  type TriState,
  writeShared,
} from "./activity-tree.ts";

/** Evaluates a condition on an activity; null if its data is unknown. */
function conditionOf(tree: OpenTree, node: ActivityNode, by: SequencingCondition): TriState {
  const objective = objectiveNamed(node, by.referencedObjective);
  const measure = measureOf(tree, node, objective);
  const threshold = by.parameters?.threshold ?? 0;
  const { attempts } = node.state;
  const { attemptLimit } = node.activity;
  switch (by.condition) {
    case "satisfied":
      return satisfiedOf(tree, node, objective);
    case "objectiveStatusKnown":
      return satisfiedOf(tree, node, objective) !== null;
    case "objectiveMeasureKnown":
      return measure !== null;
    case "objectiveMeasureGreaterThan":
      return measure === null ? null : measure > threshold;
    case "objectiveMeasureLessThan":
      return measure === null ? null : measure < threshold;
    case "completed":
      return completedOf(tree, node, objective);
    case "activityProgressKnown":
      return completedOf(tree, node, objective) !== null;
    case "attempted":
      return attempts > 0;
    case "attemptLimitExceeded":
      return attemptLimit === undefined ? null : attempts >= attemptLimit;
    case "always":
      return true;
    default:
      return null;
  }
}

function combined(values: readonly TriState[], combination: string): TriState {
  if (values.length === 0) return null;
  const decides = combination !== "all";
  if (values.includes(decides)) return decides;
  return values.includes(null) ? null : !decides;
}

function meets(tree: OpenTree, node: ActivityNode, { conditions, conditionCombination }: SequencingRule): TriState {
  const values = conditions.map((one) => {
    const value = conditionOf(tree, node, one);
    return value === null || one.operator !== "not" ? value : !value;
  });
  return combined(values, conditionCombination);
}

/** Returns the first rule that an activity meets (UP.2), among those with some actions; null if there is none. */
export function ruleMet(
  tree: OpenTree,
  node: ActivityNode,
  rules: readonly SequencingRule[] | undefined,
  actions?: readonly string[],
): string | null {
  const rule = (rules ?? []).find(
    (one) => (actions === undefined || actions.includes(one.action)) && meets(tree, node, one) === true,
  );
  return rule?.action ?? null;
}

export const isPreConditionMet = (tree: OpenTree, node: ActivityNode, action: string): boolean =>
  ruleMet(tree, node, node.activity.sequencingRules?.preConditionRules, [action]) !== null;

type Action = "satisfied" | "notSatisfied" | "completed" | "incomplete";
const requirements = {
  satisfied: "requiredForSatisfied",
  notSatisfied: "requiredForNotSatisfied",
  completed: "requiredForCompleted",
  incomplete: "requiredForIncomplete",
} as const;

/** Tests whether a child counts for one kind of rollup (RB.1.4.2). */
function isIncluded(tree: OpenTree, node: ActivityNode, action: Action): boolean {
  const { sequencingControls: controls = {}, rollupConsiderations: considered = {} } = node.activity;
  if (!isTracked(node)) return false;
  const isObjective = action === "satisfied" || action === "notSatisfied";
  if ((isObjective ? controls.rollupObjectiveSatisfied : controls.rollupProgressCompletion) === false) return false;
  const { attempts, isSuspended } = node.state;
  switch (considered[requirements[action]]) {
    case "ifAttempted":
      return attempts > 0;
    case "ifNotSuspended":
      return !(attempts > 0 && isSuspended);
    case "ifNotSkipped":
      return !isPreConditionMet(tree, node, "skip");
    default:
      return true;
  }
}

/**
 * Tests whether the children of an activity meet a rollup rule (RB.1.4). If no child counts, rules for all or none of
 * them are met,
 * as the standard defines.
 */
function isRollupMet(tree: OpenTree, node: ActivityNode, rule: RollupRule): boolean {
  const values = availableChildren(node)
    .filter((child) => isIncluded(tree, child, rule.action as Action))
    .map((child) => meets(tree, child, rule));
  const met = values.filter((one) => one === true).length;
  switch (rule.consideration) {
    case "any":
      return met > 0;
    case "none":
      return values.every((one) => one === false);
    case "atLeastCount":
      return met >= (rule.minimumCount ?? 0);
    case "atLeastPercent":
      return values.length > 0 && (100 * met) / values.length >= (rule.minimumPercent ?? 0);
    default:
      return met === values.length;
  }
}

const everyChild = (action: Action, condition: string): RollupRule => ({
  ...{ action, consideration: "all", conditionCombination: "any", conditions: [{ condition }] },
});
/** The default rules of an activity without its own of a kind. The later one takes precedence. */
const usualRules = {
  objective: [everyChild("notSatisfied", "objectiveStatusKnown"), everyChild("satisfied", "satisfied")],
  progress: [everyChild("incomplete", "activityProgressKnown"), everyChild("completed", "completed")],
} as const;

function byRules(tree: OpenTree, node: ActivityNode, kind: keyof typeof usualRules): TriState {
  const [no, yes] =
    kind === "objective" ? (["notSatisfied", "satisfied"] as const) : (["incomplete", "completed"] as const);
  const own = (node.activity.rollupRules?.rules ?? []).filter(({ action }) => action === no || action === yes);
  // Without an explicit rule, an activity none of whose children count isn't passed.
  if (own.length === 0 && !availableChildren(node).some((child) => isIncluded(tree, child, yes))) return null;
  const rules = own.length > 0 ? own : usualRules[kind];
  const isMet = (action: string | undefined) =>
    rules.some((rule) => rule.action === action && isRollupMet(tree, node, rule));
  if (isMet(yes)) return true;
  return isMet(no) ? false : null;
}

/** Returns the weighted mean of known measures. Unknown ones count as zero unless all are unknown (RB.1.1). */
function weighed(values: readonly { weight: number; value: number | null }[]): number | null {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0 || values.every(({ value }) => value === null)) return null;
  return values.reduce((sum, { weight, value }) => sum + weight * (value ?? 0), 0) / total;
}

/** Rolls up the children of an activity. */
function rollUpOne(tree: OpenTree, node: ActivityNode): void {
  const { state, activity } = node;
  const counting = availableChildren(node).filter(isTracked);
  const primary = primaryOf(node);
  const local = localOf(node, primary);
  local.measure = weighed(
    counting.map((child) => ({
      weight: child.activity.sequencingControls?.objectiveMeasureWeight ?? 1,
      value: measureOf(tree, child, primaryOf(child)),
    })),
  );
  state.progress = weighed(
    counting.map((child) => ({
      weight: child.activity.completionThreshold?.progressWeight ?? 1,
      value: progressOf(tree, child, primaryOf(child)),
    })),
  );
  if (!primary.satisfiedByMeasure) {
    const satisfied = byRules(tree, node, "objective");
    if (satisfied !== null) local.satisfied = satisfied;
  }
  if (activity.completionThreshold?.completedByMeasure !== true) {
    const completed = byRules(tree, node, "progress");
    if (completed !== null) state.completed = completed;
  }
  writeShared(tree, node);
}

/** Rolls up from an activity to the root (RB.1.5), and from other activities that read a changed objective. */
export function rollUp(tree: OpenTree, from: ActivityNode): void {
  const { isFreshOnly } = tree;
  tree.isFreshOnly = true;
  rollUpFrom(tree, from);
  tree.isFreshOnly = isFreshOnly;
}

function rollUpFrom(tree: OpenTree, from: ActivityNode): void {
  const before = JSON.stringify([...tree.shared]);
  writeShared(tree, from);
  for (const node of pathTo(from).toReversed()) if (node.children.length > 0) rollUpOne(tree, node);
  if (JSON.stringify([...tree.shared]) === before) return;
  const onPath = new Set(pathTo(from));
  const others = new Set<ActivityNode>();
  for (const node of tree.nodes.values()) {
    if (primaryOf(node).mapInfo.length > 0 && node.parent !== null && !onPath.has(node))
      for (const one of pathTo(node.parent)) others.add(one);
  }
  for (const node of [...others].toSorted((one, other) => pathTo(other).length - pathTo(one).length)) {
    if (node.children.length > 0) rollUpOne(tree, node);
  }
}
