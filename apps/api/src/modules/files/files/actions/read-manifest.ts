import { posix } from "node:path";
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { mostPackageItems, type PackageItem } from "@touchline/rules";
import type { ActivityTree } from "../../../../schema/json.ts";
import { wrongPath } from "./inspect-names.ts";
import { all, attribute, child, elements, local, text } from "./manifest-xml.ts";
import { missing, noPage, notACourse, outside } from "./package-problems.ts";
import { depthProblem, type Leaf, orderOf } from "./read-order.ts";
import type { TrainingPackage } from "./read-package.ts";
import { activityTreeOf } from "./read-sequencing.ts";

/** The most objectives in one part. The standard requires support for ids of 4,000 characters. */
const mostObjectives = 100;
const longestObjectiveId = 4000;

/** Reads a manifest; or returns its problem. @param paths the existing files. */
export function readManifest(
  xml: string,
  paths: ReadonlySet<string>,
):
  | (Omit<TrainingPackage, "findings" | "entries" | "sequencing"> & {
      tree: ActivityTree | null;
      sharesAcross: boolean;
    })
  | string {
  // The parser expands no definitions of a document; one that defines something anyway is suspicious.
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(xml)) return notACourse.doctype;
  let root: XmlElement | null;
  try {
    root = parseXml(xml).root;
  } catch {
    return notACourse.broken;
  }
  if (!root || local(root.name) !== "manifest") return notACourse.notScorm;
  const deep = depthProblem(root);
  if (deep !== null) return deep;
  const version = versionOf(root);
  if (version === null) return notACourse.notScorm;
  const resources = resourcesOf(root);
  const shared = sharedSequencing(root);
  const organization = organizationOf(root);
  const items: PackageItem[] = [];
  const leaves = organization ? leavesOf(organization, resources) : [];
  if (leaves.length > mostPackageItems) return notACourse.tooMany;
  for (const { item, within, resource } of leaves) {
    // The score of a single part may be required at the level of the whole.
    const around = leaves.length === 1 ? [item, ...within.toReversed()] : [item];
    const read = itemOf(
      item,
      resource,
      paths,
      around.map((one) => sequencingOf(one, shared)),
    );
    if (typeof read === "string") return read;
    items.push(read);
  }
  const orders = organization ? orderOf(root, organization, leaves) : [];
  if (typeof orders === "string") return orders;
  const opening = new Set(leaves.map(({ item }) => item));
  const tree = organization && orders === null ? activityTreeOf(root, organization, (item) => opening.has(item)) : null;
  if (typeof tree === "string") return tree;
  // Some packages of a single page list it only among the resources.
  if (items.length === 0) {
    const [only] = [...resources.values()].filter((one) => one.href !== "");
    if (!only) return notACourse.nothing;
    const read = itemOf(null, only, paths);
    if (typeof read === "string") return read;
    items.push(read);
  }
  const title = text(organization && child(organization, "title")) || items[0]?.title || "Training";
  return {
    ...version,
    title,
    items: items.map((item, place) => ({ ...item, title: item.title || title, ...orders?.[place] })),
    tree,
    sharesAcross: organization !== null && sharesAcross(organization),
  };
}

/** Returns whether a package requires objectives shared with other courses, which are kept within one course here. */
const sharesAcross = (organization: XmlElement) =>
  ["objectivesglobaltosystem", "shareddataglobaltosystem"].some((name) =>
    /^(true|1)$/.test(attribute(organization, name) ?? ""),
  );

/** Returns the parts that can be opened, in order, with the elements around them, the organization first. */
function leavesOf(of: XmlElement, resources: ReadonlyMap<string, Resource>, within: readonly XmlElement[] = [of]) {
  const found: (Leaf & { resource: Resource })[] = [];
  for (const item of elements(of).filter((one) => local(one.name) === "item")) {
    const resource = resources.get(attribute(item, "identifierref") ?? "");
    if (resource) found.push({ item, within, resource });
    for (const leaf of leavesOf(item, resources, [...within, item])) found.push(leaf);
  }
  return found;
}

function versionOf(root: XmlElement): Pick<TrainingPackage, "standard" | "edition"> | null {
  const metadata = child(root, "metadata");
  const schemaVersion = text(metadata && child(metadata, "schemaversion"));
  if (/^1\.2$/.test(schemaVersion)) return { standard: "1.2", edition: "" };
  if (/^CAM 1\.3$/i.test(schemaVersion)) return { standard: "2004", edition: "2nd Edition" };
  const [, edition] = /^2004 (2nd|3rd|4th) Edition$/i.exec(schemaVersion) ?? [];
  if (edition) return { standard: "2004", edition: `${edition.toLowerCase()} Edition` };
  if (schemaVersion !== "") return null;
  // Without a declaration, by its vocabulary.
  const words = Object.values(root.attributes).join(" ");
  if (words.includes("adlcp_rootv1p2")) return { standard: "1.2", edition: "" };
  return words.includes("adlcp_v1p3") ? { standard: "2004", edition: "" } : null;
}

function organizationOf(root: XmlElement): XmlElement | null {
  const organizations = child(root, "organizations");
  if (!organizations) return null;
  const every = elements(organizations).filter((one) => local(one.name) === "organization");
  const usual = attribute(organizations, "default");
  return every.find((one) => attribute(one, "identifier") === usual) ?? every[0] ?? null;
}

type Resource = { href: string; tells: boolean };

function resourcesOf(root: XmlElement): Map<string, Resource> {
  const holder = child(root, "resources");
  const base = attribute(root, "base") ?? "";
  if (!holder) return new Map();
  const below = base + (attribute(holder, "base") ?? "");
  return new Map(
    elements(holder)
      .filter((one) => local(one.name) === "resource")
      .map((one) => {
        const href = attribute(one, "href") ?? "";
        return [
          attribute(one, "identifier") ?? "",
          {
            href: href === "" ? "" : below + (attribute(one, "base") ?? "") + href,
            tells: (attribute(one, "scormtype") ?? "sco").toLowerCase() !== "asset",
          },
        ];
      }),
  );
}

/** The requirements of a part itself, and those it shares with others where it has none of its own. */
type Sequencing = readonly XmlElement[];

function sharedSequencing(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const shared = all(root, "sequencingCollection").flatMap(elements);
  return new Map(shared.map((one) => [attribute(one, "id") ?? "", one]));
}

function sequencingOf(of: XmlElement, shared: ReadonlyMap<string, XmlElement>): Sequencing {
  const own = child(of, "sequencing");
  const other = own && shared.get(attribute(own, "idref") ?? "");
  return [own, other].filter((one) => one != null);
}

/** Returns the objectives of a part, the primary one first; its own, else the shared ones. */
function objectivesOf(sequencing: Sequencing): { primary: XmlElement | null; ids: string[] } {
  for (const one of sequencing) {
    const holder = child(one, "objectives");
    if (!holder) continue;
    const primary = child(holder, "primaryObjective");
    const every = [
      ...(primary ? [primary] : []),
      ...elements(holder).filter(({ name }) => local(name) === "objective"),
    ];
    const ids = every.map((objective) => (attribute(objective, "objectiveid") ?? "").trim());
    const named = [...new Set(ids)].filter((id) => id !== "" && id.length <= longestObjectiveId);
    return { primary, ids: named.slice(0, mostObjectives) };
  }
  return { primary: null, ids: [] };
}

/** @param around the requirements of the part, then those of its parents, if they apply to it. */
function itemOf(
  item: XmlElement | null,
  { href, tells }: Resource,
  paths: ReadonlySet<string>,
  around: readonly Sequencing[] = [],
): PackageItem | string {
  if (href === "") return notACourse.nothing;
  const place = pathOf(href);
  if (place === null) return outside(href);
  const path = paths.has(place.path)
    ? place.path
    : // Made on a system that does not tell capitals apart.
      [...paths].find((one) => one.toLowerCase() === place.path.toLowerCase());
  if (path === undefined) return missing(href);
  if (!/\.x?html?$/i.test(path)) return noPage(href);
  const parameters = (item && attribute(item, "parameters")) ?? "";
  const objectives = objectivesOf(around[0] ?? []).ids;
  return {
    id: ((item && attribute(item, "identifier")) ?? "").slice(0, 200),
    title: text(item && child(item, "title")),
    path,
    query: queryOf(place.query, parameters),
    tells,
    mastery: masteryOf(item, around),
    launchData: launchDataOf(item),
    ...(objectives.length > 0 ? { objectives } : {}),
    ...(item === null ? {} : pageFacts(item, around[0] ?? [])),
  };
}

/** Returns the path of an address within the package; null if it leads out of it. */
function pathOf(href: string): { path: string; query: string } | null {
  const [before = ""] = href.split("#");
  const [place = "", query = ""] = before.split("?", 2);
  let path: string;
  try {
    path = decodeURIComponent(place).replaceAll("\\", "/");
  } catch {
    return null;
  }
  if (/^[a-z][\w+.-]*:/i.test(path) || wrongPath(path) !== null) return null;
  return { path: posix.normalize(path), query };
}

function queryOf(query: string, parameters: string): string {
  const more = parameters.replace(/^[?&]+/, "").split("#")[0] ?? "";
  return [query, more].filter(Boolean).join("&").slice(0, 1000);
}

const launchDataOf = (item: XmlElement | null) => {
  const data = item && (child(item, "datafromlms") ?? child(item, "dataFromLMS"));
  return (data?.text ?? "").trim().slice(0, 4096);
};

/** The most shared data stores of one part; the standard requires 50. */
const mostShared = 100;
const timeLimits = [/^P(?=.)(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?)?$/, /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/];

/**
 * Returns other facts in the manifest for the page of a part: shared data, its time limit, its completion threshold, and how it
 * is left.
 */
function pageFacts(item: XmlElement, sequencing: Sequencing): Partial<PackageItem> {
  const holder = child(item, "data");
  const flag = (of: XmlElement, name: string) => !/^(false|0)$/.test(attribute(of, name) ?? "true");
  const data = (holder === null ? [] : elements(holder))
    .filter((one) => local(one.name) === "map" && (attribute(one, "targetid") ?? "").trim() !== "")
    .map((one) => ({
      id: (attribute(one, "targetid") ?? "").trim().slice(0, longestObjectiveId),
      reads: flag(one, "readshareddata"),
      writes: flag(one, "writeshareddata"),
    }));
  const limit = sequencing.map((one) => child(one, "limitConditions")).find((one) => one !== null) ?? null;
  const timeLimit =
    (limit && attribute(limit, "attemptabsolutedurationlimit")) ?? text(child(item, "maxtimeallowed")).trim();
  const action = text(child(item, "timeLimitAction") ?? child(item, "timelimitaction")).replaceAll(/\s*,\s*/g, ",");
  const threshold = child(item, "completionThreshold");
  const isByMeasure = threshold !== null && /^(true|1)$/.test(attribute(threshold, "completedbymeasure") ?? "");
  // Until the 3rd Edition the measure itself was written there.
  const least = threshold && (isByMeasure ? (attribute(threshold, "minprogressmeasure") ?? "1") : text(threshold));
  const from = least === null || least.trim() === "" ? Number.NaN : Number(least);
  const hidden = new Set(all(item, "hideLMSUI").map(text));
  return {
    ...(data.length > 0 ? { data: data.slice(0, mostShared) } : {}),
    ...(timeLimits.some((one) => one.test(timeLimit)) ? { timeLimit } : {}),
    ...(/^(exit|continue),(no )?message$/.test(action) ? { timeLimitAction: action } : {}),
    ...(from >= 0 && from <= 1 ? { completionThreshold: from } : {}),
    ...(["exit", "exitAll", "suspendAll"].every((one) => hidden.has(one)) ? { hidesLeaving: true } : {}),
  };
}

/** Returns the minimum score in the manifest, in percent. If it is measured and no score is given, 100. */
function masteryOf(item: XmlElement | null, around: readonly Sequencing[]): number | null {
  const own = item && child(item, "masteryscore");
  if (own) return percentOf(Number(text(own)));
  for (const { primary } of around.map(objectivesOf)) {
    if (!primary || !/^(true|1)$/.test(attribute(primary, "satisfiedbymeasure") ?? "")) continue;
    const least = child(primary, "minNormalizedMeasure");
    return percentOf(least ? Number(text(least)) * 100 : 100);
  }
  return null;
}

/** Rounded to the precision of stored scores. */
const percentOf = (value: number) => (value > 0 && value <= 100 ? Math.round(value * 10) / 10 : null);
