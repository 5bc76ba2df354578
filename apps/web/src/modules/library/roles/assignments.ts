import type { BodyOf } from "@touchline/contract";
import type { assignContent } from "@touchline/contract/library/content-assignments";

export type Assignment = BodyOf<typeof assignContent>["contentAssignments"][number];

/** The assignments of a requirement with a role added: to the one that says the same of other roles, or as one of its own. */
export function withLabel(
  present: readonly Assignment[],
  labelId: string,
  where: Pick<Assignment, "levelId" | "includeBelow" | "mandatory">,
): Assignment[] {
  const same = present.find(
    (one) =>
      one.levelId === where.levelId &&
      one.includeBelow === where.includeBelow &&
      one.mandatory === where.mandatory &&
      (one.due?.type ?? "None") === "None" &&
      !one.dueDate &&
      !one.ages &&
      !one.conditions &&
      one.payer === "Organization",
  );
  if (!same) return [...present, { ...where, labelIds: [labelId], dueDate: null, payer: "Organization" }];
  const labelIds = same.labelIds.includes(labelId) ? same.labelIds : [...same.labelIds, labelId];
  return present.map((one) => (one === same ? { ...one, labelIds } : one));
}

/** The assignments with a role taken out of one; one that names no other role goes. */
export function withoutLabel(present: readonly Assignment[], assignmentId: string, labelId: string): Assignment[] {
  return present.flatMap((one) => {
    if (one.assignmentId !== assignmentId) return [one];
    const labelIds = one.labelIds.filter((other) => other !== labelId);
    return labelIds.length === 0 ? [] : [{ ...one, labelIds }];
  });
}
