import type { XmlElement } from "@rgrove/parse-xml";
import type { PackageItem } from "@touchline/rules";
import { all, attribute, child, elements, isDeeperThan, local } from "./manifest-xml.ts";

/** A part with the element that it is, and those around it, the outermost first. */
export type Leaf = { item: XmlElement; within: readonly XmlElement[] };
type Order = Required<Pick<PackageItem, "after" | "counts">>;

/** What a package asks for that is not followed: it is refused rather than played wrongly, with what its author can change. */
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

/** What authoring tools write is some fifteen levels deep, and a course has no more parts than these. */
const mostLevels = 50;
const mostPrerequisites = 100;
const tooDeep = `“{name}” nests chapters or rules more than ${mostLevels} levels deep. Export the course with fewer levels.`;
const tooManyPrerequisites: Problem = {
  what: `more than ${mostPrerequisites} prerequisites for one part`,
  change: "List only the parts that come directly before it",
};

/** What is wrong with how deep the elements of a manifest lie in one another; null: nothing. */
export const depthProblem = (root: XmlElement) => (isDeeperThan(root, mostLevels) ? tooDeep : null);

/**
 * In which order the parts are opened and which of them must be passed; null where a package of SCORM 2004 asks for more than
 * one part after another; or what is asked for that is not followed.
 */
export function orderOf(root: XmlElement, organization: XmlElement, leaves: readonly Leaf[]): Order[] | null | string {
  // First: what comes next looks at each part with all that is around it.
  const deep = depthProblem(root);
  if (deep !== null) return deep;
  const orders: Order[] = leaves.map(() => ({ after: { passed: [], begun: [] }, counts: true }));
  const places = placesOf(leaves);
  const problem = prerequisitesOf(leaves, places, orders);
  if (problem !== null) return notFollowed(problem.what, problem.change);
  if (!isFollowed(root, organization, leaves, places, orders)) return null;
  return canBeOpened(orders) ? orders : notFollowed(never.what, never.change);
}

/** For each element that is a part, or around one, the places of the parts at or below it. The outermost come first. */
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

/** The prerequisites of SCORM 1.2: the parts that must be passed before, joined by `&`. */
function prerequisitesOf(leaves: readonly Leaf[], places: Places, orders: readonly Order[]): Problem | null {
  const named = new Map<string | null, XmlElement>();
  for (const element of places.keys()) {
    const id = attribute(element, "identifier");
    if (!named.has(id)) named.set(id, element);
  }
  // Once for each element, however many parts are below it.
  const waitFor = new Map<XmlElement, number[]>();
  for (const element of places.keys()) {
    const asked = (child(element, "prerequisites")?.text ?? "").trim();
    if (asked === "") continue;
    const ids = asked.split("&", mostPrerequisites + 1).map((one) => one.replaceAll(/\s+/g, " ").trim());
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

/** What one sequencing asks for, and those that it shares. */
type Asked = {
  /** More than an order: rules that leave parts out, lead elsewhere, share objectives, or count in another way. */
  isMore: boolean;
  /** Its success goes by a score. */
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

/** What is asked for under a name that many may use; each is looked at once, when it is first used. */
function sharedIn(root: XmlElement): (id: string | null) => Asked {
  const byId = Map.groupBy(all(root, "sequencingCollection").flatMap(elements), (one) => attribute(one, "id"));
  const known = new Map<string | null, Asked>();
  return (id) => {
    const asked = known.get(id) ?? askedBy(id === null ? [] : (byId.get(id) ?? []));
    known.set(id, asked);
    return asked;
  };
}

/**
 * Notes the order that SCORM 2004 asks for in the parts, where an order is all that it asks for. What is asked of the only part
 * of a package changes nothing, but for how often it may be tried.
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
    const asked = askedByBoth(askedBy([own]), shared(attribute(own, "idref")));
    if (asked.limitsAttempts) return false;
    if (leaves.length === 1) continue;
    if (asked.isMore || (asked.isMeasured && below.length > 1)) return false;
    orderWithin(asked, element, below, leaves, orders);
    // What the whole itself would hand on goes nowhere.
    if (element !== organization && asked.isLeftOut)
      for (const place of below) Object.assign(orders[place] ?? {}, { counts: false });
  }
  return true;
}

type Named = (name: string) => XmlElement[];
const actionOf = (of: XmlElement) => {
  const action = elements(of).find((one) => /^(ruleAction|rollupAction)$/.test(local(one.name)));
  return (action && attribute(action, "action")) ?? "";
};

/** What leads on, or ends, changes no order; what leaves out, shuffles, leads elsewhere, or is shared does. */
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

/** "Nobody goes on beyond this before it is passed", in the words of the standard. */
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

/** Whether nobody chooses among the parts. */
const isLed = (named: Named) =>
  named("controlMode").some((one) => attribute(one, "choice") === "false") ||
  named("constrainedChoiceConsiderations").some((one) => attribute(one, "constrainchoice") === "true");

/** Parts that nobody chooses from come one after the other: whoever has not begun one does not come to the next. */
function orderWithin(
  asked: Asked,
  element: XmlElement,
  places: readonly number[],
  leaves: readonly Leaf[],
  orders: readonly Order[],
): void {
  if (asked.isLed) {
    for (const [number, place] of places.entries()) add(orders[place]?.after.begun ?? [], places.slice(0, number));
  }
  if (!asked.waits) return;
  const last = places.at(-1) ?? 0;
  const parent = leaves[last]?.within.filter((one) => one !== element).at(-1);
  for (const [place, { within }] of leaves.entries()) {
    if (place <= last || (parent !== undefined && !within.includes(parent))) continue;
    add(orders[place]?.after.passed ?? [], places);
  }
}

/** Whether what becomes of it does not count for the whole. */
const isLeftOut = (named: Named) =>
  named("deliveryControls").some((one) => attribute(one, "tracked") === "false") ||
  named("rollupRules").some((one) =>
    ["rollupobjectivesatisfied", "rollupprogresscompletion"].every((name) => attribute(one, name) === "false"),
  );

/** Whether everybody who passes what there is comes to all of it. */
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
