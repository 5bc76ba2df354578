import { type OverallStatus, type RequirementAction, RequirementStatus, RequirementType } from "@touchline/contract";
import { severity } from "@touchline/rules/compliance/status";
import type { Reason } from "../../../standing/reasons.ts";
import type { ListedRequirement, MembershipRequirements } from "./queries.ts";

/** One thing a person owes, however many memberships ask for it. */
export interface Owed {
  requirement: ListedRequirement;
  /** The membership on which it stands worst: in its name the page is opened. */
  plaId: string;
  /** Why it is owed, on every membership that asks for it. */
  reasons: Reason[];
}

const worstFirst: readonly OverallStatus[] = [
  "Disqualified",
  "NotConfirmed",
  "NotActivated",
  "Incomplete",
  "Optional",
  "Cleared",
  "NoRequirements",
];

/** Returns the status of a person with several memberships: the worst of them. */
export function worstOverall(statuses: readonly OverallStatus[]): OverallStatus {
  return worstFirst.find((status) => statuses.includes(status)) ?? "NoRequirements";
}

/** The address at which it is done. */
export function requirementHref({ requirement, plaId }: Owed): string {
  return `/requirements/${requirement.requirementId}?pla=${plaId}`;
}

/** Work is done once and counts everywhere, so each requirement appears once, as it stands on the worst membership. */
export function mergeMemberships(answers: readonly (MembershipRequirements & { plaId: string })[]): Owed[] {
  const merged = new Map<string, Owed>();
  for (const { plaId, requirements, reasons } of answers) {
    for (const requirement of requirements) {
      const mine = reasons.filter((reason) => reason.requirementId === requirement.requirementId);
      const before = merged.get(requirement.requirementId);
      const worse = !before || isWorse(requirement, before.requirement);
      merged.set(requirement.requirementId, {
        ...(worse ? { requirement, plaId } : { requirement: before.requirement, plaId: before.plaId }),
        reasons: [...(before?.reasons ?? []), ...mine],
      });
    }
  }
  return [...merged.values()];
}

function isWorse(a: ListedRequirement, b: ListedRequirement): boolean {
  if (severity[a.status] !== severity[b.status]) return severity[a.status] > severity[b.status];
  return a.mandatory && !b.mandatory;
}

export interface OwedGroups {
  needsYou: Owed[];
  waits: Owed[];
  /** Decided against the person; only the organization can change that. */
  stopped: Owed[];
  done: Owed[];
  /** Optional, and the person isn't interested. */
  declined: Owed[];
}

type Group = keyof OwedGroups;

const groupOfStatus: Record<RequirementStatus, Group> = {
  0: "needsYou",
  1: "needsYou",
  2: "waits",
  3: "done",
  4: "needsYou",
  5: "needsYou",
  6: "needsYou",
  7: "waits",
  8: "stopped",
};

/** What a member does about a requirement, whatever its type. */
const doing: ReadonlySet<RequirementAction> = new Set<RequirementAction>([
  "upload",
  "complete",
  "acceptWaiver",
  "watchVideo",
  "setBirthDate",
  "setUSSoccerId",
]);

/** Whether the reader can act on it now. A background check counts as soon as it can be started. */
export const canAct = ({ actions, type }: Pick<ListedRequirement, "actions" | "type">) =>
  actions.some((action) => doing.has(action)) ||
  (type === RequirementType.BackgroundCheck && actions.includes("begin"));

/**
 * Tests whether the reader must act. A U.S. Soccer ID can be replaced but needn't be; an expired license can only be
 * renewed by its
 * holder.
 */
export const isYourTurn = (requirement: Pick<ListedRequirement, "actions" | "type" | "status">): boolean =>
  canAct(requirement) &&
  (requirement.type !== RequirementType.USSoccer ||
    requirement.status === RequirementStatus.Expired ||
    !requirement.actions.includes("viewLicences"));

/** Whether the reader can leave it: it is optional, and nothing of it was begun. */
export const isDeclinable = ({ mandatory, status, draft }: ListedRequirement): boolean =>
  !mandatory && status === RequirementStatus.Incomplete && !draft;

/**
 * Whose turn it is. A renewal under way waits on others, although what it renews still counts; so does what is open and
 * nothing of it left for the member: a search once the date of birth is known, a waiver that a guardian signs.
 */
function groupOf(requirement: ListedRequirement): Group {
  if (requirement.declined) return "declined";
  const group = groupOfStatus[requirement.status];
  if (isYourTurn(requirement) || requirement.status === RequirementStatus.WaitingOnApplicant) return group;
  if (requirement.endsAtEighteen && requirement.status === RequirementStatus.ExpiringSoon) return "done";
  return requirement.renewal || group === "needsYou" ? "waits" : group;
}

/** The person's requirements by whose turn it is; what needs them first comes first. */
export function groupOwed(owed: readonly Owed[]): OwedGroups {
  const groups: OwedGroups = { needsYou: [], waits: [], stopped: [], done: [], declined: [] };
  for (const one of owed) groups[groupOf(one.requirement)].push(one);
  groups.needsYou.sort(byUrgency);
  for (const key of ["waits", "stopped", "done", "declined"] as const) {
    groups[key].sort((a, b) => a.requirement.name.localeCompare(b.requirement.name));
  }
  return groups;
}

/**
 * Returns what is next after one requirement, by its ID, among several people in their order: first everything mandatory
 * for any of them, then the optional requirements of the first person. Null if that was all.
 */
export function nextOfAll<Of>(
  people: readonly { of: Of; groups: OwedGroups }[],
  done: string,
): { of: Of; next: Owed } | null {
  const left = people.map(({ of, groups }) => ({
    of,
    left: groups.needsYou.filter(({ requirement }) => requirement.requirementId !== done),
  }));
  for (const { of, left: theirs } of left) {
    const next = theirs.find(({ requirement }) => requirement.mandatory);
    if (next) return { of, next };
  }
  const [first] = left;
  const next = first?.left[0];
  return first && next ? { of: first.of, next } : null;
}

/** What needs the person: what must be done, and what may be. */
export function byNeed({ needsYou }: OwedGroups): { must: ListedRequirement[]; may: ListedRequirement[] } {
  const all = needsYou.map(({ requirement }) => requirement);
  return { must: all.filter(({ mandatory }) => mandatory), may: all.filter(({ mandatory }) => !mandatory) };
}

/** What must be done before what may be done, what was sent back before the rest, the worst first, of equals the sooner. */
function byUrgency({ requirement: a }: Owed, { requirement: b }: Owed): number {
  if (a.mandatory !== b.mandatory) return a.mandatory ? -1 : 1;
  if (a.changesRequested !== b.changesRequested) return a.changesRequested ? -1 : 1;
  if (a.status !== b.status) return severity[b.status] - severity[a.status];
  return deadline(a) - deadline(b) || a.name.localeCompare(b.name);
}

function deadline({ status, dueAt, expiresAt }: ListedRequirement): number {
  const at = status === RequirementStatus.ExpiringSoon ? expiresAt : dueAt;
  return at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at);
}
