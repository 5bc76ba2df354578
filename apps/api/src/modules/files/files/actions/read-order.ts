import type { XmlElement } from "@rgrove/parse-xml";
import type { PackageItem } from "@touchline/rules";
import { all, attribute, child, elements, isDeeperThan, local } from "./manifest-xml.ts";

/** A part with its element, and those around it, the outermost first. */
export type Leaf = { item: XmlElement; within: readonly XmlElement[] };
type Order = Required<Pick<PackageItem, "after" | "counts">>;

/**
 * Describes an unsupported requirement of a package, which is refused rather than played wrongly, with what its author can
 * change.
 */
const notFollowed = (what: string, change: string) =>
  `“{name}” uses ${what}, which isn't supported. ${change}, or export the course as one part.`;
const prerequisites = {
  what: "prerequisites other than a list of parts",
  change: "List the parts that come before, joined only by &",
};
const never = {
  what: "an order in which some parts can never be opened",
  change: "Remove prerequisites that wait for each other",
};
type Problem = { what: string; change: string };

/** Authoring tools write some fifteen levels, and a course has no more parts than this. */
const mostLevels = 50;
const mostPrerequisites = 100;
const tooDeep = `“{name}” nests chapters or rules more than ${mostLevels} levels deep. Export the course with fewer levels.`;
const tooManyPrerequisites: Problem = {
  what: `more than ${mostPrerequisites} prerequisites for one part`,
  change: "List only the parts that come directly before it",
};

/** Returns the problem with a manifest's nesting depth; null: none. */
export const depthProblem = (root: XmlElement) => (isDeeperThan(root, mostLevels) ? tooDeep : null);

/**
 * Returns the order of the parts and which of them must be passed; null if a SCORM 2004 package requires more than one part
 * after another; or an unsupported requirement.
 */
export function orderOf(root: XmlElement, organization: XmlElement, leaves: readonly Leaf[]): Order[] | null | string {
  // Checked first, because the following code visits each part with all its parents.
  const deep = depthProblem(root);
  if (deep !== null) return deep;
  const orders: Order[] = leaves.map(() => ({ after: { passed: [], begun: [] }, counts: true }));
  const places = placesOf(leaves);
  const problem = prerequisitesOf(leaves, places, orders);
  if (problem !== null) return notFollowed(problem.what, problem.change);
  if (!isFollowed(root, organization, leaves, places, orders)) return null;
  return canBeOpened(orders) ? orders : notFollowed(never.what, never.change);
}

/** For each element that is a part, or around one, the indexes of the parts at or below it. The outermost come first. */
type Places = ReadonlyMap<XmlElement, readonly number[]>;

function placesOf(leaves: readonly Leaf[]): Places {
  const places = new Map<XmlElement, number[]>();
  for (const [place, { item, within }] of leaves.entries()) {
    for (const element of [...within, item]) {
      const found = places.get(element);
      if (found) found.push(place);
      else places.set(element, [place]);
    }
  }
  return places;
}

function add(to: number[], places: readonly number[]) {
  const there = new Set(to);
  for (const place of places) if (!there.has(place)) to.push(place);
}

/** Reads the prerequisites of SCORM 1.2: the parts that must be passed before, joined by `&`. */
function prerequisitesOf(leaves: readonly Leaf[], places: Places, orders: readonly Order[]): Problem | null {
  const named = new Map<string | null, XmlElement>();
  for (const element of places.keys()) {
    const id = attribute(element, "identifier");
    if (!named.has(id)) named.set(id, element);
  }
  // Once for each element, however many parts are below it.
  const waitFor = new Map<XmlElement, number[]>();
  for (const element of places.keys()) {
    const text = (child(element, "prerequisites")?.text ?? "").trim();
    if (text === "") continue;
    const ids = text.split("&", mostPrerequisites + 1).map((one) => one.replaceAll(/\s+/g, " ").trim());
    if (ids.length > mostPrerequisites) return tooManyPrerequisites;
    const before: number[] = [];
    for (const id of ids) {
      const one = named.get(id);
      if (!one) return prerequisites;
      add(before, places.get(one) ?? []);
    }
    waitFor.set(element, before);
  }
  for (const [place, { item, within }] of leaves.entries()) {
    for (const element of [...within, item]) add(orders[place]?.after.passed ?? [], waitFor.get(element) ?? []);
  }
  return null;
}

/** The requirements of one sequencing, and those that it shares. */
type Asked = {
  /** More than an order: rules that skip parts, navigate elsewhere, share objectives, or count differently. */
  isMore: boolean;
  /** Whether its success depends on a score. */
  isMeasured: boolean;
  limitsAttempts: boolean;
  isLed: boolean;
  waits: boolean;
  isLeftOut: boolean;
};

function askedBy(parts: readonly XmlElement[]): Asked {
  const named = (name: string) => parts.flatMap((part) => all(part, name));
  return {
    isMore: isMoreThanOrder(named),
    isMeasured: named("primaryObjective").some((one) => attribute(one, "satisfiedbymeasure") === "true"),
    limitsAttempts: named("limitConditions").some((one) => Number(attribute(one, "attemptlimit") ?? 0) > 0),
    isLed: isLed(named),
    waits: named("preConditionRule").length > 0,
    isLeftOut: isLeftOut(named),
  };
}

const askedByBoth = (own: Asked, shared: Asked): Asked => ({
  isMore: own.isMore || shared.isMore,
  isMeasured: own.isMeasured || shared.isMeasured,
  limitsAttempts: own.limitsAttempts || shared.limitsAttempts,
  isLed: own.isLed || shared.isLed,
  waits: own.waits || shared.waits,
  isLeftOut: own.isLeftOut || shared.isLeftOut,
});

/** Reads a shared sequencing by its name; each is read once, when it is first used. */
function sharedIn(root: XmlElement): (id: string | null) => Asked {
  const byId = Map.groupBy(all(root, "sequencingCollection").flatMap(elements), (one) => attribute(one, "id"));
  const known = new Map<string | null, Asked>();
  return (id) => {
    const rules = known.get(id) ?? askedBy(id === null ? [] : (byId.get(id) ?? []));
    known.set(id, rules);
    return rules;
  };
}

/**
 * Records the order that SCORM 2004 requires of the parts, if it requires nothing more. Requirements of a package's only part
 * change nothing, except how often it can be tried.
 */
function isFollowed(
  root: XmlElement,
  organization: XmlElement,
  leaves: readonly Leaf[],
  places: Places,
  orders: readonly Order[],
): boolean {
  const shared = sharedIn(root);
  for (const [element, below] of places) {
    const own = child(element, "sequencing");
    if (!own) continue;
    const rules = askedByBoth(askedBy([own]), shared(attribute(own, "idref")));
    if (rules.limitsAttempts) return false;
    if (leaves.length === 1) continue;
    if (rules.isMore || (rules.isMeasured && below.length > 1)) return false;
    orderWithin(rules, element, below, leaves, orders);
    // A rollup of the whole itself has no effect.
    if (element !== organization && rules.isLeftOut)
      for (const place of below) Object.assign(orders[place] ?? {}, { counts: false });
  }
  return true;
}

type Named = (name: string) => XmlElement[];
const actionOf = (of: XmlElement) => {
  const action = elements(of).find((one) => /^(ruleAction|rollupAction)$/.test(local(one.name)));
  return (action && attribute(action, "action")) ?? "";
};

/** Rules that continue or end don't change the order; rules that skip, shuffle, navigate elsewhere, or share do. */
function isMoreThanOrder(named: Named): boolean {
  const harmless = /^(continue|retry|exitParent|exitAll)$/;
  return (
    named("preConditionRule").some((one) => !waitsForPassing(one)) ||
    named("exitConditionRule").length > 0 ||
    named("postConditionRule").some((one) => !harmless.test(actionOf(one))) ||
    named("mapInfo").length > 0 ||
    named("rollupRule").some(
      (one) => /^(satisfied|completed)$/.test(actionOf(one)) && (attribute(one, "childactivityset") ?? "all") !== "all",
    ) ||
    named("randomizationControls").some((one) =>
      ["randomizationtiming", "selectiontiming"].some((name) => (attribute(one, name) ?? "never") !== "never"),
    )
  );
}

/** Returns whether a part must be passed before continuing, in the terms of the standard. */
function waitsForPassing(one: XmlElement): boolean {
  const conditions = all(one, "ruleCondition");
  return (
    actionOf(one) === "stopForwardTraversal" &&
    conditions.length > 0 &&
    conditions.every(
      (condition) =>
        attribute(condition, "operator") === "not" &&
        attribute(condition, "referencedobjective") === null &&
        /^(satisfied|completed)$/.test(attribute(condition, "condition") ?? ""),
    )
  );
}

/** Returns whether learners can't choose among the parts. */
const isLed = (named: Named) =>
  named("controlMode").some((one) => attribute(one, "choice") === "false") ||
  named("constrainedChoiceConsiderations").some((one) => attribute(one, "constrainchoice") === "true");

/** Applies the order of parts that can't be chosen: each can be opened only after the previous one was begun. */
function orderWithin(
  rules: Asked,
  element: XmlElement,
  places: readonly number[],
  leaves: readonly Leaf[],
  orders: readonly Order[],
): void {
  if (rules.isLed) {
    for (const [number, place] of places.entries()) add(orders[place]?.after.begun ?? [], places.slice(0, number));
  }
  if (!rules.waits) return;
  const last = places.at(-1) ?? 0;
  const parent = leaves[last]?.within.filter((one) => one !== element).at(-1);
  for (const [place, { within }] of leaves.entries()) {
    if (place <= last || (parent !== undefined && !within.includes(parent))) continue;
    add(orders[place]?.after.passed ?? [], places);
  }
}

/** Returns whether its result doesn't count for the whole. */
const isLeftOut = (named: Named) =>
  named("deliveryControls").some((one) => attribute(one, "tracked") === "false") ||
  named("rollupRules").some((one) =>
    ["rollupobjectivesatisfied", "rollupprogresscompletion"].every((name) => attribute(one, name) === "false"),
  );

/** Returns whether everybody who passes the available parts reaches all of them. */
function canBeOpened(orders: readonly Order[]): boolean {
  const open = new Set<number>();
  for (let found = true; found; ) {
    found = false;
    for (const [place, { after }] of orders.entries()) {
      if (open.has(place) || ![...after.passed, ...after.begun].every((one) => open.has(one))) continue;
      open.add(place);
      found = true;
    }
  }
  return open.size === orders.length;
}
