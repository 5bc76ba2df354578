/**
 * Decides what may be done with a content of the library, and why not the rest, by its state and the actor. The server refuses
 * by these rules and sends the verdicts with the content, so that the page offers exactly what will be accepted.
 */
import { type ContentAction, contentActions } from "@touchline/contract";
import type { DenialReason, PermissionAction, Verdict } from "../security/permissions.ts";

export type ContentFacts = {
  levelPre: number;
  /** The preorder numbers of the levels at which it is assigned. */
  assignedPres: readonly number[];
  archived: boolean;
  /** Settings were saved at least once. */
  hasSettings: boolean;
  /** It was copied from the platform's library, which now has a newer version. */
  updateAvailable: boolean;
};

/** Returns whether the caller has a permission at a level, or at any of their own levels (`null`). */
export type MayAt = (action: PermissionAction, levelPre: number | null) => Verdict;

export type ContentRefusal = DenialReason | "archived" | "notArchived" | "noVersion" | "noUpdate" | "assignedBeyond";
export type ContentVerdict = { allowed: true } | { allowed: false; reason: ContentRefusal };

const yes: ContentVerdict = { allowed: true };
const no = (reason: ContentRefusal): ContentVerdict => ({ allowed: false, reason });
const as = (verdict: Verdict): ContentVerdict => (verdict.allowed ? yes : no(verdict.reason));

function judge(action: ContentAction, facts: ContentFacts, may: MayAt): ContentVerdict {
  const { levelPre, archived } = facts;
  const permitted = permission(action, facts, may);
  if (!permitted.allowed) return permitted;
  if (action === "restore") return archived ? yes : no("notArchived");
  if (archived && action !== "duplicate") return no("archived");
  switch (action) {
    case "assign":
      return facts.hasSettings ? yes : no("noVersion");
    case "archive": {
      const within = facts.assignedPres.every((pre) => may("content.assign", pre).allowed);
      return within ? yes : no("assignedBeyond");
    }
    case "reviewPolicies":
      return as(may("content.edit", levelPre));
    case "takeUpdate":
      return facts.updateAvailable ? yes : no("noUpdate");
    default:
      return yes;
  }
}

/** Returns the verdict by the permission that an action needs. */
function permission(action: ContentAction, { levelPre }: ContentFacts, may: MayAt): ContentVerdict {
  switch (action) {
    case "assign":
      return as(may("content.assign", null));
    case "reviewPolicies":
      return as(may("content.reviewPolicies", levelPre));
    case "takeUpdate":
      return as(may("content.fromPlatform", levelPre));
    default:
      return as(may("content.edit", levelPre));
  }
}

/** Returns every action with its verdict. */
export function contentVerdicts(facts: ContentFacts, may: MayAt): Record<ContentAction, ContentVerdict> {
  return Object.fromEntries(contentActions.map((action) => [action, judge(action, facts, may)])) as Record<
    ContentAction,
    ContentVerdict
  >;
}
