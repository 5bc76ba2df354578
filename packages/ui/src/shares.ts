import type { Icon } from "@tabler/icons-react";
import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import { overallStatusLabels, requirementStatusLabels } from "@touchline/contract";
import { overallIcons, requirementIcons } from "./StatusBadge.tsx";
import { overallTones, requirementTones, type Tone } from "./status.ts";

/** A part of a whole: the number with one status. */
export interface Share {
  key: string;
  label: string;
  count: number;
  tone: Tone;
  icon: Icon;
  /** Hatched: the second of two statuses with the same color. */
  hatched: boolean;
}

/** Problems come first and completed ones last, which is the order in which lists sort by status. */
const overallOrder: readonly OverallStatus[] = [
  "Disqualified",
  "Incomplete",
  "NotActivated",
  "NotConfirmed",
  "Optional",
  "NoRequirements",
  "Cleared",
];
const requirementOrder: readonly RequirementStatus[] = [8, 4, 5, 0, 1, 7, 2, 6, 3];
const hatchedOverall: readonly OverallStatus[] = ["NotConfirmed", "Optional"];
const hatchedRequirement: readonly RequirementStatus[] = [4, 1, 2, 6];

/** Returns the counts of overall statuses as shares, worst first, including empty ones. */
export function overallShares(counts: Readonly<Partial<Record<OverallStatus, number>>>): Share[] {
  return overallOrder.map((status) => ({
    key: status,
    label: overallStatusLabels[status],
    count: counts[status] ?? 0,
    tone: overallTones[status],
    icon: overallIcons[status],
    hatched: hatchedOverall.includes(status),
  }));
}

/** Returns the shares of requirement statuses, by the specification's numbers. */
export function requirementShares(counts: Readonly<Record<string, number>>): Share[] {
  return requirementOrder.map((status) => ({
    key: String(status),
    label: requirementStatusLabels[status],
    count: counts[status] ?? 0,
    tone: requirementTones[status],
    icon: requirementIcons[status],
    hatched: hatchedRequirement.includes(status),
  }));
}

const percent = new Intl.NumberFormat(undefined, { style: "percent" });

/** Formats a share: "12%". A small share is never shown as 0%, and a large one never as 100%: "<1%", ">99%". */
export function shareText(count: number, total: number): string {
  if (total === 0 || count === 0) return percent.format(0);
  const part = count / total;
  if (part < 0.01) return `<${percent.format(0.01)}`;
  if (part > 0.99 && count < total) return `>${percent.format(0.99)}`;
  return percent.format(part);
}
