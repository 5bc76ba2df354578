import type { XmlElement } from "@rgrove/parse-xml";
import type { Activity, ObjectiveMap } from "@touchline/rules/requirements/activity-tree";
import type { ActivityTree } from "../../../../schema/json.ts";
import { all, attribute, child, elements, local, text } from "./manifest-xml.ts";

/** The most chapters and parts together, requirements of one, and stored size of all. Tools write a tenth of that. */
const mostActivities = 300;
const mostRules = 100;
const mostCharacters = 500_000;
/** Names with a meaning in JavaScript itself. */
const reserved = /^(__proto__|prototype|constructor)$/;

const tooMany = (what: string, most: number) =>
  `“{name}” has more than ${most} ${what}. Remove some of them, or export the course as one part.`;

/** Time conditions, which SCORM leaves undefined; a rule with one would never be met. */
const byTime = /^(timeLimitExceeded|outsideAvailableTimeRange)$/;

class NotFollowedError extends Error {}

/** Returns whether an objective's id is ours, given when the manifest has none; no course sees it. */
export const isOwnObjectiveId = (id: string): boolean => /^a\d+ (primary|\d+)$/.test(id);

/** A sequencing, and the shared one that is searched if it has no value of its own. */
type Sources = readonly XmlElement[];

/**
 * Builds the activity tree of a SCORM 2004 package, with all sequencing of its manifest; or returns its problem.
 *
 * @param isPart whether an item opens a page.
 */
export function activityTreeOf(
  root: XmlElement,
  organization: XmlElement,
  isPart: (item: XmlElement) => boolean,
): ActivityTree | string {
  const shared = new Map(
    all(root, "sequencingCollection")
      .flatMap(elements)
      .map((one) => [attribute(one, "id") ?? "", one]),
  );
  const parts: string[] = [];
  const ids = new Map<string, string>();
  let count = 0;
  const activityOf = (element: XmlElement): Activity | null => {
    const items = elements(element).filter((one) => local(one.name) === "item");
    const opens = element !== organization && isPart(element);
    if (opens && items.length > 0) throw new NotFollowedError(pageOfChapter(element));
    count += 1;
    if (count > mostActivities) throw new NotFollowedError(tooMany("chapters and parts", mostActivities));
    const id = `a${count}`;
    if (opens) parts.push(id);
    ids.set((attribute(element, "identifier") ?? "").trim().slice(0, 200), id);
    const children = items.map(activityOf).filter((one) => one !== null);
    if (!opens && children.length === 0) return null;
    const own = child(element, "sequencing");
    const other = own && shared.get(attribute(own, "idref") ?? "");
    const sources = [own, other].filter((one) => one != null);
    return {
      ...{ id, title: "" },
      ...(attribute(element, "isvisible") === "false" ? { isVisible: false } : {}),
      ...(attribute(element, "objectivesglobaltosystem") === "false" ? { forgetsShared: true } : {}),
      ...(children.length > 0 ? { children } : {}),
      ...askedOf(element, sources, id, opens),
    };
  };
  try {
    const tree = activityOf(organization);
    if (tree === null) return { root: { id: "a1", title: "" }, parts, ids: {} };
    return JSON.stringify(tree).length > mostCharacters
      ? "“{name}” has more sequencing rules than are supported. Export the course with fewer rules."
      : { root: tree, parts, ids: Object.fromEntries(ids) };
  } catch (error) {
    if (error instanceof NotFollowedError) return error.message;
    throw error;
  }
}

const pageOfChapter = (element: XmlElement) =>
  `“{name}” opens a page for the chapter “${text(child(element, "title")).slice(0, 80)}” itself, which SCORM 2004 doesn't support. Give that page its own part.`;

/** Returns the first element of a name, as a whole: an own one replaces a shared one. */
const first = (sources: Sources, name: string) =>
  sources.map((one) => child(one, name)).find((one) => one !== null) ?? null;

const flags = (of: XmlElement | null, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = of && attribute(of, name.toLowerCase());
      return value === null ? [] : [[name, /^(true|1)$/.test(value)]];
    }),
  );
/** Normalizes an id for references: extra spaces and percent codes don't matter. */
function idIn(idText: string): string {
  let plain = idText;
  try {
    plain = decodeURIComponent(idText);
  } catch {
    // A percent sign that begins no code stands for itself.
  }
  return plain.replaceAll(/\s+/g, " ").trim();
}

const words = (of: XmlElement | null, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = of && attribute(of, name.toLowerCase());
      return value === null ? [] : [[name, value]];
    }),
  );
const numbers = (of: XmlElement | null, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const attributeText = of && attribute(of, name.toLowerCase());
      const value = Number(attributeText);
      return attributeText === null || attributeText.trim() === "" || !Number.isFinite(value) ? [] : [[name, value]];
    }),
  );

function askedOf(element: XmlElement, sources: Sources, id: string, opens: boolean) {
  const rollup = first(sources, "rollupRules");
  const random = first(sources, "randomizationControls");
  const limits = first(sources, "limitConditions");
  const threshold = child(element, "completionThreshold");
  const objectives = objectivesOf(sources, id);
  const delivery: Record<string, boolean> = flags(first(sources, "deliveryControls"), [
    "tracked",
    "completionSetByContent",
    "objectiveSetByContent",
  ]);
  // A part that requires a score isn't satisfied without one: only its score decides.
  if (opens && objectives.primaryObjective.satisfiedByMeasure) delivery.objectiveSetByContent = true;
  const controls = {
    ...flags(first(sources, "controlMode"), [
      "choice",
      "choiceExit",
      "flow",
      "forwardOnly",
      "useCurrentAttemptObjectiveInfo",
      "useCurrentAttemptProgressInfo",
    ]),
    ...flags(first(sources, "constrainedChoiceConsiderations"), ["preventActivation", "constrainChoice"]),
    ...flags(rollup, ["rollupObjectiveSatisfied", "rollupProgressCompletion"]),
    ...numbers(rollup, ["objectiveMeasureWeight"]),
    ...words(random, ["selectionTiming", "randomizationTiming"]),
    ...numbers(random, ["selectCount"]),
    ...(random && attribute(random, "reorderchildren") === "true" ? { reorderChildren: true } : {}),
  };
  return {
    sequencingControls: controls,
    deliveryControls: delivery,
    sequencingRules: rulesOf(first(sources, "sequencingRules")),
    rollupRules: { rules: rollup === null ? [] : bounded(rollup, "rollupRule").map(rollupRuleOf) },
    rollupConsiderations: {
      ...words(first(sources, "rollupConsiderations"), [
        "requiredForSatisfied",
        "requiredForNotSatisfied",
        "requiredForCompleted",
        "requiredForIncomplete",
      ]),
      ...flags(first(sources, "rollupConsiderations"), ["measureSatisfactionIfActive"]),
    },
    ...numbers(limits, ["attemptLimit"]),
    ...objectives,
    ...(threshold
      ? {
          completionThreshold: {
            ...flags(threshold, ["completedByMeasure"]),
            ...numbers(threshold, ["minProgressMeasure", "progressWeight"]),
          },
        }
      : {}),
  };
}

function bounded(of: XmlElement, name: string): XmlElement[] {
  const found = elements(of).filter((one) => local(one.name) === name);
  if (found.length > mostRules) throw new NotFollowedError(tooMany("rules for one of its parts", mostRules));
  return found;
}

function rulesOf(of: XmlElement | null) {
  const named = (name: string) => (of === null ? [] : bounded(of, name).map(ruleOf));
  return {
    preConditionRules: named("preConditionRule"),
    exitConditionRules: named("exitConditionRule"),
    postConditionRules: named("postConditionRule"),
  };
}

function ruleOf(of: XmlElement) {
  const holder = child(of, "ruleConditions");
  const action = child(of, "ruleAction");
  return {
    action: (action && attribute(action, "action")) ?? "",
    conditionCombination: (holder && attribute(holder, "conditioncombination")) ?? "all",
    conditions: conditionsOf(holder, "ruleCondition"),
  };
}

function rollupRuleOf(of: XmlElement) {
  const holder = child(of, "rollupConditions");
  const action = child(of, "rollupAction");
  const least: Record<string, number> = numbers(of, ["minimumPercent"]);
  return {
    action: (action && attribute(action, "action")) ?? "",
    consideration: attribute(of, "childactivityset") ?? "all",
    conditionCombination: (holder && attribute(holder, "conditioncombination")) ?? "any",
    ...numbers(of, ["minimumCount"]),
    // The standard writes it as a fraction.
    ...(least.minimumPercent === undefined ? {} : { minimumPercent: least.minimumPercent * 100 }),
    conditions: conditionsOf(holder, "rollupCondition"),
  };
}

function conditionsOf(holder: XmlElement | null, name: string) {
  if (holder === null) return [];
  return bounded(holder, name).map((one) => {
    const threshold = Number(attribute(one, "measurethreshold") ?? Number.NaN);
    const condition = attribute(one, "condition") ?? "";
    if (byTime.test(condition)) {
      throw new NotFollowedError(
        `“{name}” has a time-based sequencing rule (${condition}), which isn't supported. Remove that rule, or export the course as one part.`,
      );
    }
    const referencedId = idIn(attribute(one, "referencedobjective") ?? "");
    return {
      condition,
      ...(attribute(one, "operator") === "not" ? { operator: "not" } : {}),
      ...(referencedId === "" ? {} : { referencedObjective: referencedId }),
      ...(Number.isFinite(threshold) ? { parameters: { threshold } } : {}),
    };
  });
}

/**
 * The data that objectives share in all editions, and those that the 4th Edition added. Data not named by either isn't read.
 */
const handedOn = ["SatisfiedStatus", "NormalizedMeasure"];
const handedOnSince4th = ["CompletionStatus", "ProgressMeasure", "RawScore", "MinScore", "MaxScore"];
const mapFlags = [...handedOn, ...handedOnSince4th].flatMap((what) => [`read${what}`, `write${what}`]);
const unread = (what: readonly string[]) => Object.fromEntries(what.map((one) => [`read${one}`, false]));

/**
 * Returns its objectives, with what the 4th Edition's extension, which names no primary one, adds to each by its id. Shared
 * ones count if there are no own ones. A primary one without an id gets one of ours.
 */
function objectivesOf(sources: Sources, id: string) {
  const holders = sources.map((one) => elements(one).filter(({ name }) => local(name) === "objectives"));
  const of = (isUsual: boolean) =>
    holders.flatMap((some) => some.find((one) => (child(one, "primaryObjective") !== null) === isUsual) ?? [])[0] ??
    null;
  const [holder, added] = [of(true), of(false)];
  const extended = added === null ? [] : elements(added);
  const objectiveOf = (of: XmlElement, fallback: string) => {
    const objectiveID = idIn(attribute(of, "objectiveid") ?? "") || fallback;
    const least = child(of, "minNormalizedMeasure");
    const measure = least === null ? Number.NaN : Number(text(least));
    const more = extended.filter((one) => idIn(attribute(one, "objectiveid") ?? "") === objectiveID);
    const targets = new Map<string, ObjectiveMap>();
    const mapsOf = (one: XmlElement) =>
      bounded(one, "mapInfo").map((map) => ({ map, target: idIn(attribute(map, "targetobjectiveid") ?? "") }));
    const [usual, further] = [mapsOf(of), more.flatMap(mapsOf)];
    for (const { map, target } of [...usual, ...further]) {
      targets.set(target, {
        ...(usual.some((one) => one.target === target) ? {} : unread(handedOn)),
        ...(further.some((one) => one.target === target) ? {} : unread(handedOnSince4th)),
        ...targets.get(target),
        ...flags(map, mapFlags),
        targetObjectiveID: target,
      });
    }
    for (const name of [objectiveID, ...targets.keys()]) {
      if (reserved.test(name))
        throw new NotFollowedError(
          `“{name}” has an objective with the ID “${name}”, which isn't supported. Choose another ID.`,
        );
    }
    return {
      objectiveID,
      satisfiedByMeasure: /^(true|1)$/.test(attribute(of, "satisfiedbymeasure") ?? ""),
      ...(Number.isFinite(measure) ? { minNormalizedMeasure: measure } : {}),
      mapInfo: [...targets.values()],
    };
  };
  const primary = holder && child(holder, "primaryObjective");
  return {
    primaryObjective: {
      isPrimary: true,
      ...(primary
        ? objectiveOf(primary, `${id} primary`)
        : { objectiveID: `${id} primary`, satisfiedByMeasure: false, mapInfo: [] }),
    },
    objectives:
      holder === null ? [] : bounded(holder, "objective").map((one, place) => objectiveOf(one, `${id} ${place}`)),
  };
}
