import type { XmlElement } from "@rgrove/parse-xml";
import type { PackageItem } from "@touchline/rules";
import { all, attribute, child, elements, isDeeperThan, local, text } from "./manifest-xml.ts";

/** A part with the element that it is, and those around it, the outermost first. */
export type Leaf = { item: XmlElement; within: readonly XmlElement[] };
type Order = Required<Pick<PackageItem, "after" | "counts">>;

/** What a package asks for that is not followed: it is refused rather than played wrongly, with what its author can change. */
const notFollowed = (what: string, change: string) =>
  `asks for ${what}, which is not followed here, so that it would be played wrongly. ${change}, or export the course as one part.`;
const prerequisites = {
  what: 'an order of its parts that is more than one after another ("prerequisites")',
  change: 'Name the parts that come before, joined by "&" alone',
};
const never = {
  what: "an order in which some of its parts can never be opened",
  change: "Let no two parts wait for one another",
};
type Problem = { what: string; change: string };

/** What SCORM 2004 calls the rules that are not followed, and what to do instead of each. */
const ruleChanges: Readonly<Record<string, string>> = {
  skip: "Remove that rule, and let learners pass the part once more",
  disabled: "Remove that rule, or let the part wait with prerequisites",
  hiddenFromChoice: "Remove that rule: all parts are listed",
  stopForwardTraversal: 'Let that rule go by "not satisfied" or "not completed" of the part itself',
  previous: "Remove that rule: learners choose where to go back to",
  retryAll: "Remove that rule: learners begin each failed part anew",
  exit: "Remove that rule: a part ends when it says so",
};
const rule = (kind: string, action: string): Problem => ({
  what: `a rule by which its parts are opened (${kind} "${action.slice(0, 40)}")`,
  change: ruleChanges[action] ?? "Remove that rule",
});

/** What authoring tools write is some fifteen levels deep, and a course has no more parts than these. */
const mostLevels = 50;
const mostPrerequisites = 100;
const tooDeep = `has chapters or rules in one another more than ${mostLevels} levels deep. Export the course with fewer.`;
const tooManyPrerequisites: Problem = {
  what: `more than ${mostPrerequisites} parts to be passed before another ("prerequisites")`,
  change: "Name only those that come directly before",
};

/** What is wrong with how deep the elements of a manifest lie in one another; null: nothing. */
export const depthProblem = (root: XmlElement) => (isDeeperThan(root, mostLevels) ? tooDeep : null);

/** In which order the parts are opened and which of them must be passed; or what is asked for that is not followed. */
export function orderOf(root: XmlElement, organization: XmlElement, leaves: readonly Leaf[]): Order[] | string {
  // First: what comes next looks at each part with all that is around it.
  const deep = depthProblem(root);
  if (deep !== null) return deep;
  const orders: Order[] = leaves.map(() => ({ after: { passed: [], begun: [] }, counts: true }));
  const places = placesOf(leaves);
  const problem = prerequisitesOf(leaves, places, orders) ?? sequencingOf(root, organization, leaves, places, orders);
  if (problem !== null) return notFollowed(problem.what, problem.change);
  return canBeOpened(orders) ? orders : notFollowed(never.what, never.change);
}

/** Of each element that is a part, or around one: the places of the parts at or below it. The outermost come first. */
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

/** Of SCORM 1.2: the parts that must be passed before, joined by `&`. */
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
  limitsAttempts: boolean;
  /** Its success goes by a score. */
  isMeasured: boolean;
  /** What is not followed, one place for each kind of it; null: nothing of the kind. */
  problems: readonly (Problem | null)[];
  isLed: boolean;
  waits: boolean;
  isLeftOut: boolean;
};

function askedBy(parts: readonly XmlElement[]): Asked {
  const named = (name: string) => parts.flatMap((part) => all(part, name));
  return {
    limitsAttempts: named("limitConditions").some((one) => Number(attribute(one, "attemptlimit") ?? 0) > 0),
    isMeasured: named("primaryObjective").some((one) => attribute(one, "satisfiedbymeasure") === "true"),
    problems: ruleProblems(named),
    isLed: isLed(named),
    waits: named("preConditionRule").length > 0,
    isLeftOut: isLeftOut(named),
  };
}

const askedByBoth = (own: Asked, shared: Asked): Asked => ({
  limitsAttempts: own.limitsAttempts || shared.limitsAttempts,
  isMeasured: own.isMeasured || shared.isMeasured,
  problems: own.problems.map((one, kind) => one ?? shared.problems[kind] ?? null),
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

/** Of SCORM 2004. What is asked of the only part of a package changes nothing, but for how often it may be tried. */
function sequencingOf(
  root: XmlElement,
  organization: XmlElement,
  leaves: readonly Leaf[],
  places: Places,
  orders: readonly Order[],
): Problem | null {
  const shared = sharedIn(root);
  for (const [element, below] of places) {
    const own = child(element, "sequencing");
    if (!own) continue;
    const asked = askedByBoth(askedBy([own]), shared(attribute(own, "idref")));
    if (asked.limitsAttempts) return inPart(attempts, element);
    if (leaves.length === 1) continue;
    const problem = asked.problems.find((one) => one !== null);
    if (problem) return inPart(problem, element);
    if (asked.isMeasured && below.length > 1) return inPart(measured, element);
    orderWithin(asked, element, below, leaves, orders);
    // What the whole itself would hand on goes nowhere.
    if (element !== organization && asked.isLeftOut)
      for (const place of below) Object.assign(orders[place] ?? {}, { counts: false });
  }
  return null;
}

const attempts = {
  what: 'a limit of attempts ("attemptLimit")',
  change: "Remove that limit: failed parts are tried as often as needed",
};

const measured = {
  what: 'one score over several parts ("satisfiedByMeasure")',
  change: "Ask for a score in each part",
};

/** The problem with the part or chapter that it is said of. */
function inPart({ what, change }: Problem, element: XmlElement): Problem {
  const title = text(child(element, "title")).slice(0, 80);
  return { what: title === "" ? what : `${what} in “${title}”`, change };
}

type Named = (name: string) => XmlElement[];
const actionOf = (of: XmlElement) => {
  const action = elements(of).find((one) => /^(ruleAction|rollupAction)$/.test(local(one.name)));
  return (action && attribute(action, "action")) ?? "";
};

/** What is asked for beside the order: what leads on, or ends, does no harm; what leaves out, or shuffles, does. */
function ruleProblems(named: Named): (Problem | null)[] {
  const before = named("preConditionRule").find((one) => !waitsForPassing(one));
  const harmless = /^(continue|retry|exitParent|exitAll)$/;
  const after = named("postConditionRule").find((one) => !harmless.test(actionOf(one)));
  const partly = named("rollupRule").some(
    (one) => /^(satisfied|completed)$/.test(actionOf(one)) && (attribute(one, "childactivityset") ?? "all") !== "all",
  );
  const shuffles = named("randomizationControls").some((one) =>
    ["randomizationtiming", "selectiontiming"].some((name) => (attribute(one, name) ?? "never") !== "never"),
  );
  return [
    before ? rule("preConditionRule", actionOf(before)) : null,
    after ? rule("postConditionRule", actionOf(after)) : null,
    partly
      ? {
          what: 'only some of its parts to be passed ("rollupRule")',
          change: "Let the whole count once all of them do",
        }
      : null,
    shuffles
      ? {
          what: 'its parts in an order by chance ("randomizationControls")',
          change: "Set randomizationTiming to never",
        }
      : null,
  ];
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
