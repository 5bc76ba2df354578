import {
  type ActivityNode,
  arrange,
  availableChildren,
  commonAncestor,
  isTracked,
  localOf,
  type OpenTree,
  pathTo,
  primaryOf,
} from "./activity-tree.ts";
import { isPreConditionMet, rollUp, ruleMet } from "./sequencing-rules.ts";

/** A learner's navigation request, in the terms of SCORM 2004. */
export const navigationRequests = [
  ...(["start", "resumeAll", "continue", "previous", "choice", "jump"] as const),
  ...(["exit", "exitAll", "suspendAll", "abandon", "abandonAll"] as const),
];
export type NavigationRequest = (typeof navigationRequests)[number];

/** What the open part reported when it ended. */
export type Ending = {
  /** It reported its completion or success, even if only as unknown. */
  saysCompletion: boolean;
  saysSuccess: boolean;
  /** It was suspended, to be resumed later. */
  suspends: boolean;
  /** A preview: nothing is ended, and only the result is computed. */
  isTrial?: boolean;
};

type Direction = "forward" | "backward";
type SequencingRequest = "start" | "resumeAll" | "continue" | "previous" | "choice" | "jump" | "retry" | "exit";

const controls = ({ activity }: ActivityNode) => activity.sequencingControls ?? {};
const isLeaf = ({ children }: ActivityNode) => children.length === 0;
const siblings = (node: ActivityNode) => (node.parent === null ? [node] : availableChildren(node.parent));
const neighbor = (node: ActivityNode, by: 1 | -1) => {
  const all = siblings(node);
  return all[all.indexOf(node) + by] ?? null;
};
const isFirst = (node: ActivityNode) => siblings(node)[0] === node;
const isLast = (node: ActivityNode) => siblings(node).at(-1) === node;
const isWithin = (node: ActivityNode, ancestor: ActivityNode) => pathTo(node).includes(ancestor);
/** Tests whether an activity comes later in the order of the tree. */
function isAfter(node: ActivityNode, other: ActivityNode): boolean {
  const [one, two] = [pathTo(node), pathTo(other)];
  const at = one.findIndex((step, place) => step !== two[place]);
  if (at < 0) return false;
  const [mine, theirs] = [one[at], two[at]];
  if (!mine || !theirs) return theirs === undefined;
  const all = siblings(mine);
  return all.indexOf(mine) > all.indexOf(theirs);
}

/** Ends the attempt on an activity (UP.4), and rolls up the results. */
function endAttempt(tree: OpenTree, node: ActivityNode, ending: Ending | null): void {
  const { state, activity } = node;
  const delivery = activity.deliveryControls ?? {};
  if (isLeaf(node)) {
    if (ending?.suspends) state.isSuspended = true;
    if (isTracked(node) && !state.isSuspended && !ending?.isTrial) {
      if (delivery.completionSetByContent !== true && !ending?.saysCompletion && state.completed === null) {
        state.completed = true;
      }
      const local = localOf(node, primaryOf(node));
      if (delivery.objectiveSetByContent !== true && !ending?.saysSuccess && local.satisfied === null) {
        local.satisfied = true;
      }
    }
  } else {
    state.isSuspended = availableChildren(node).some((child) => child.state.isSuspended);
  }
  state.isActive = false;
  if (ending?.isTrial) return;
  rollUp(tree, node);
  if (!isLeaf(node) && !state.isSuspended) arrange(tree, node, "again");
}

/** Ends open activities between the current one and another one (UP.3). */
function terminateDescendants(tree: OpenTree, node: ActivityNode, ending: Ending | null): void {
  if (tree.current === null) return;
  const ancestor = commonAncestor(tree.current, node);
  for (const one of pathTo(tree.current).slice(0, -1).toReversed()) {
    if (one === ancestor || !isWithin(one, ancestor)) break;
    endAttempt(tree, one, ending?.isTrial ? ending : null);
  }
}

/** Exits activities whose exit rules are met (TB.2.1). */
function followExitRules(tree: OpenTree, trial: Ending | null): void {
  if (tree.current === null) return;
  const target = pathTo(tree.current)
    .slice(0, -1)
    .find((one) => ruleMet(tree, one, one.activity.sequencingRules?.exitConditionRules) !== null);
  if (!target) return;
  terminateDescendants(tree, target, trial);
  endAttempt(tree, target, trial);
  tree.current = target;
}

function exitAll(tree: OpenTree, ending: Ending | null, trial: Ending | null): void {
  if (tree.current === null) return;
  if (tree.current.state.isActive) endAttempt(tree, tree.current, ending);
  terminateDescendants(tree, tree.root, trial);
  if (tree.current !== tree.root) endAttempt(tree, tree.root, trial);
  tree.current = tree.root;
}

/** Ends the open part and applies the post-condition rules of its ancestors (TB.2.3). @returns their request, if any */
function terminate(tree: OpenTree, by: "exit" | "exitAll", ending: Ending): SequencingRequest | null {
  const trial = ending.isTrial ? ending : null;
  if (tree.current === null) return null;
  if (by === "exitAll") {
    exitAll(tree, ending, trial);
    return "exit";
  }
  endAttempt(tree, tree.current, ending);
  followExitRules(tree, trial);
  for (;;) {
    const current: ActivityNode = tree.current;
    const action = current.state.isSuspended
      ? null
      : ruleMet(tree, current, current.activity.sequencingRules?.postConditionRules);
    if (action === "exitAll" || action === "retryAll") {
      exitAll(tree, ending, trial);
      return action === "retryAll" ? "retry" : "exit";
    }
    if (action === "exitParent" && current.parent !== null) {
      tree.current = current.parent;
      endAttempt(tree, current.parent, trial);
      continue;
    }
    const request = action === "retry" || action === "continue" || action === "previous" ? action : null;
    if (current === tree.root && request !== "retry") return "exit";
    return request;
  }
}

/** Suspends everything, to be resumed later (TB.2.3). */
function suspendAll(tree: OpenTree): void {
  const { current } = tree;
  if (current === null) return;
  if (current.state.isActive || current.state.isSuspended) {
    rollUp(tree, current);
    tree.suspended = current;
  } else if (current.parent !== null) tree.suspended = current.parent;
  if (tree.suspended === null) return;
  for (const one of pathTo(tree.suspended)) Object.assign(one.state, { isActive: false, isSuspended: true });
  tree.current = tree.root;
}

function abandon(tree: OpenTree, all: boolean): void {
  if (tree.current === null) return;
  for (const one of all ? pathTo(tree.current) : [tree.current]) one.state.isActive = false;
  if (all) tree.current = tree.root;
}

/** Tests whether an activity may not be delivered now (UP.5). */
function isBarred(tree: OpenTree, node: ActivityNode): boolean {
  if (isPreConditionMet(tree, node, "disabled")) return true;
  const { isActive, isSuspended, attempts } = node.state;
  const { attemptLimit } = node.activity;
  return isTracked(node) && !isActive && !isSuspended && attemptLimit !== undefined && attempts >= attemptLimit;
}

type Traversed = { node: ActivityNode; direction: Direction };

/** Returns the next or previous activity in the tree (SB.2.1); null if there is none. */
function beside(
  node: ActivityNode,
  requested: Direction,
  intoChildren: boolean,
  previously: Direction | null = null,
): Traversed | null {
  let [at, direction, isReversed] = [node, requested, false];
  if (previously === "backward" && isLast(node) && node.parent !== null) {
    at = siblings(node)[0] ?? node;
    direction = "backward";
    isReversed = true;
  }
  if (!isLeaf(at) && intoChildren) {
    const all = availableChildren(at);
    const isBackward = direction === "backward" && controls(at).forwardOnly !== true;
    const next = isBackward ? all.at(-1) : all[0];
    return next ? { node: next, direction: isBackward ? "backward" : "forward" } : null;
  }
  const { parent } = at;
  if (parent === null) return null;
  if (direction === "forward") {
    if (isLast(at)) return beside(parent, "forward", false);
    const next = neighbor(at, 1);
    return next && { node: next, direction };
  }
  if (!isReversed && controls(parent).forwardOnly === true) return null;
  if (isFirst(at)) return beside(parent, "backward", false);
  const next = neighbor(at, -1);
  return next && { node: next, direction };
}

/** Returns the part that can be delivered at or after an activity (SB.2.2); null if there is none. */
function deliverableAt(
  tree: OpenTree,
  node: ActivityNode,
  direction: Direction,
  previously: Direction | null = null,
): ActivityNode | null {
  if (node.parent !== null && controls(node.parent).flow !== true) return null;
  if (isPreConditionMet(tree, node, "skip")) {
    const next = beside(node, direction, false, previously);
    if (next === null) return null;
    const turnsBack = previously === "backward" && next.direction === "backward";
    return deliverableAt(tree, next.node, turnsBack ? "backward" : direction, turnsBack ? null : previously);
  }
  if (isBarred(tree, node)) return null;
  if (isLeaf(node)) return node;
  const next = beside(node, direction, true);
  if (next === null) return null;
  const reversesDirection = direction === "backward" && next.direction === "forward";
  return deliverableAt(tree, next.node, next.direction, reversesDirection ? "backward" : null);
}

/** Returns the next part from an activity (SB.2.3). */
function flow(tree: OpenTree, from: ActivityNode, direction: Direction, intoChildren: boolean): ActivityNode | null {
  const next = beside(from, direction, intoChildren);
  return next && deliverableAt(tree, next.node, next.direction, null);
}

/** Tests whether the path to a choice may pass through an activity (SB.2.4). */
function isPassable(tree: OpenTree, node: ActivityNode, direction: Direction): boolean {
  if (direction === "forward") return !isPreConditionMet(tree, node, "stopForwardTraversal");
  return node.parent !== null && controls(node.parent).forwardOnly !== true;
}

const preventsActivation = (node: ActivityNode, ancestor: ActivityNode) =>
  !node.state.isActive && node !== ancestor && controls(node).preventActivation === true;

/** Tests whether a choice is reachable from the current activity (SB.2.9). */
function isWayOpen(tree: OpenTree, target: ActivityNode, ancestor: ActivityNode): boolean {
  const { current } = tree;
  if (current === target) return true;
  if (current !== null && current.parent !== null && current.parent === target.parent) {
    const all = siblings(current);
    const [from, to] = [all.indexOf(current), all.indexOf(target)];
    const between = to > from ? all.slice(from, to) : all.slice(to + 1, from + 1);
    return between.every((one) => isPassable(tree, one, to > from ? "forward" : "backward"));
  }
  const down = pathTo(target).slice(0, -1);
  const fromAncestor = down.slice(down.indexOf(ancestor));
  const isOpenDown = (isForward: boolean) =>
    fromAncestor.every((one) => (!isForward || isPassable(tree, one, "forward")) && !preventsActivation(one, ancestor));
  if (current === null || current === ancestor) return isOpenDown(true);
  const up = pathTo(current).toReversed();
  const toAncestor = up.slice(0, up.indexOf(ancestor));
  if (toAncestor.some((one) => controls(one).choiceExit === false)) return false;
  if (target === ancestor) return true;
  const constrained = toAncestor.find((one) => controls(one).constrainChoice === true);
  const isForward = isAfter(target, current);
  if (constrained) {
    const next = besideForChoice(constrained, isAfter(target, constrained) ? "forward" : "backward");
    if (!isWithin(target, next) && target !== constrained && !isWithin(target, constrained)) return false;
  }
  return isOpenDown(isForward);
}

/** Returns the ancestor within which a constrained activity allows choices (SB.2.9.1). */
function besideForChoice(node: ActivityNode, direction: Direction): ActivityNode {
  let at = node;
  while (at.parent !== null && (direction === "forward" ? isLast(at) : isFirst(at))) at = at.parent;
  return (at.parent === null ? null : neighbor(at, direction === "forward" ? 1 : -1)) ?? node;
}

/** Resolves a choice (SB.2.9); null if it is refused. A cluster in which nothing can be opened may still be chosen. */
function choose(tree: OpenTree, target: ActivityNode, trial: Ending | null): ActivityNode | null {
  const isShown = pathTo(target).every(
    (one) => siblings(one).includes(one) && !isPreConditionMet(tree, one, "hiddenFromChoice"),
  );
  if (!isShown || (target.parent !== null && controls(target.parent).choice === false)) return null;
  const ancestor = tree.current === null ? tree.root : commonAncestor(tree.current, target);
  if (!isWayOpen(tree, target, ancestor)) return null;
  if (isLeaf(target)) return target;
  const found = flow(tree, target, "forward", true);
  if (found === null && tree.current !== null) {
    terminateDescendants(tree, ancestor, trial);
    endAttempt(tree, ancestor, trial);
    tree.current = target;
  }
  return found;
}

/** Tests whether a choice or a jump is allowed at all, before anything ends (NB.2.1). */
function isRequestValid(tree: OpenTree, by: NavigationRequest, target: ActivityNode | null): boolean {
  const { current } = tree;
  const parent = current?.parent ?? null;
  switch (by) {
    case "start":
      return current === null;
    case "resumeAll":
      return current === null && tree.suspended !== null;
    case "continue":
      return parent !== null && controls(parent).flow === true;
    case "previous":
      return parent !== null && controls(parent).flow === true && controls(parent).forwardOnly !== true;
    case "choice": {
      if (target === null || (target.parent !== null && controls(target.parent).choice === false)) return false;
      if (current === null || (current.parent === target.parent && target.parent !== null)) return true;
      const ancestor = commonAncestor(current, target);
      const up = pathTo(current).toReversed();
      return up
        .slice(0, up.indexOf(ancestor))
        .every((one) => !(one.state.isActive && controls(one).choiceExit === false));
    }
    case "jump":
      return target !== null && pathTo(target).every((one) => siblings(one).includes(one));
    case "exit":
    case "abandon":
      return current?.state.isActive === true;
    default:
      return current !== null;
  }
}

/** Clears the suspended activity when another one is opened (DB.2.1). */
function clearSuspended(tree: OpenTree, target: ActivityNode): void {
  const { suspended } = tree;
  tree.suspended = null;
  if (suspended === null) return;
  const ancestor = commonAncestor(suspended, target);
  for (const one of pathTo(suspended).toReversed()) {
    if (one === ancestor) break;
    one.state.isSuspended = !isLeaf(one) && availableChildren(one).some(({ state }) => state.isSuspended);
  }
}

/** Resets shared objectives with each attempt on the whole package, if the package says so. */
function forgetShared(tree: OpenTree, node: ActivityNode): void {
  if (node.activity.forgetsShared === true) tree.shared.clear();
}

/** Marks the data of an activity's children as from an earlier attempt when a new attempt starts. */
function makeStale(node: ActivityNode): void {
  const { useCurrentAttemptObjectiveInfo: objectives, useCurrentAttemptProgressInfo: progress } = controls(node);
  for (const child of node.children) {
    const isKnown = child.state.attempts > 0;
    if (isKnown && objectives !== false) child.state.staleObjectives = true;
    if (isKnown && progress !== false) child.state.staleProgress = true;
    makeStale(child);
  }
}

/** Opens a part (DB.1.1, DB.2); null if an ancestor is disabled. */
function deliver(tree: OpenTree, target: ActivityNode, trial: Ending | null): ActivityNode | null {
  if (!isLeaf(target) || pathTo(target).some((one) => isBarred(tree, one))) return null;
  if (tree.suspended !== target) clearSuspended(tree, target);
  tree.suspended = null;
  terminateDescendants(tree, target, trial);
  for (const one of pathTo(target)) {
    const { state } = one;
    if (!state.isActive) {
      if (state.isSuspended) state.isSuspended = false;
      else if (isTracked(one)) {
        state.attempts += 1;
        Object.assign(state, { completed: null, progress: null, staleObjectives: false, staleProgress: false });
        state.objectives = {};
        makeStale(one);
        forgetShared(tree, one);
      }
    }
    state.isActive = true;
  }
  tree.current = target;
  return target;
}

function sequenced(tree: OpenTree, by: SequencingRequest, target: ActivityNode | null, trial: Ending | null) {
  const { current } = tree;
  switch (by) {
    case "start":
      return isLeaf(tree.root) ? tree.root : flow(tree, tree.root, "forward", true);
    case "resumeAll":
      return tree.suspended;
    case "retry":
      if (current === null || current.state.isActive || current.state.isSuspended) return null;
      forgetShared(tree, current);
      return isLeaf(current) ? current : flow(tree, current, "forward", true);
    case "continue":
    case "previous": {
      if (current?.parent == null || controls(current.parent).flow !== true) return null;
      const found = flow(tree, current, by === "continue" ? "forward" : "backward", false);
      // Continuing past the last activity ends the whole package.
      if (found === null && by === "continue" && beside(current, "forward", false) === null) {
        terminateDescendants(tree, tree.root, trial);
        if (tree.root.state.isActive) endAttempt(tree, tree.root, trial);
        tree.current = null;
      }
      return found;
    }
    case "choice":
      return target && choose(tree, target, trial);
    case "jump":
      return target && (isLeaf(target) ? target : flow(tree, target, "forward", true));
    default:
      if (current === tree.root || current === null) tree.current = null;
      return null;
  }
}

/**
 * Processes a request: navigation, termination, sequencing and delivery (OP.1).
 *
 * @returns the part that is opened; null if there is none, or the request was refused.
 */
export function followRequest(
  tree: OpenTree,
  by: NavigationRequest,
  target: ActivityNode | null,
  ending: Ending,
): ActivityNode | null {
  const trial = ending.isTrial ? ending : null;
  if (!isRequestValid(tree, by, target)) return null;
  const isActive = tree.current?.state.isActive === true;
  let request: SequencingRequest;
  if (by === "suspendAll") {
    suspendAll(tree);
    request = "exit";
  } else if (by === "abandon" || by === "abandonAll") {
    abandon(tree, by === "abandonAll");
    request = "exit";
  } else if (by === "exit" || by === "exitAll") {
    request = terminate(tree, by, ending) ?? "exit";
  } else request = (isActive ? terminate(tree, "exit", ending) : null) ?? by;
  const found = sequenced(tree, request, target, trial);
  return found && deliver(tree, found, trial);
}
