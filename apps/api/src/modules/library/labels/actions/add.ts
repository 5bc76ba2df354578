import type { LabelGiver, Role } from "@touchline/contract";
import { type FamilyUse, mostLabels } from "@touchline/contract/library/labels";
import { possibleGivers, widestGiver } from "@touchline/rules";
import { and, isNull, ne } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { foldedName, mustBeLegible } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { lockLabels } from "./admins.ts";

export type LabelFields = { name: string; role: Role; givenBy: LabelGiver; forFamily: FamilyUse | null };

/**
 * Adds a label with the role it carries.
 *
 * @param input.givenBy who can assign it; the widest permitted group unless given.
 * @param input.forFamily what guardians can use it for by themselves; only if it carries no permissions over others.
 * @throws Forbidden (also for a role above the actor's own); 400 (a label of families that carries a role, or one assigned by
 * people who couldn't give its role); Conflict when the name is taken.
 */
export async function createLabel(
  unlocked: Call,
  input: { name: string; role: Role; givenBy?: LabelGiver; forFamily?: FamilyUse | null },
): Promise<string> {
  const call = await withLocks(unlocked, { also: lockLabels });
  authorize(call, "labels.edit", { organizationWide: true, roles: [input.role] });
  const { givenBy = widestGiver(input.role), forFamily = null } = input;
  const fields = { ...input, givenBy, forFamily };
  mustFit(fields);
  await mustBeFree(call, input.name, null);
  const labelId = newId();
  const made = await call.db
    .insert(label)
    .values({ organizationId: call.organizationId, labelId, ...fields, createdAt: call.now })
    .onConflictDoNothing()
    .returning({ id: label.labelId });
  if (made.length === 0) throw taken(input.name);
  const { name, role } = input;
  await audit(call, [
    { action: "label.added", subjectId: labelId, facts: { role, givenBy, forFamily }, values: { name } },
  ]);
  return labelId;
}

/** @throws 400 if the role of a label doesn't fit who can assign it. */
export function mustFit({ name, role, givenBy, forFamily }: LabelFields): void {
  mustBeLegible("name", name);
  if (forFamily && role !== "Individual") {
    throw invalid("forFamily", "A role that guardians can assign can't have permissions over others.");
  }
  if (!possibleGivers(role).includes(givenBy)) {
    throw invalid(
      "givenBy",
      "You can't create a role with more permissions than your own. Ask someone with a higher role.",
    );
  }
}

/** Compares names as people read them. @throws Conflict */
export async function mustBeFree(call: Call, name: string, labelId: string | null): Promise<void> {
  const others = await call.db
    .select({ name: label.name })
    .from(label)
    .where(and(ours(label, call), isNull(label.archivedAt), labelId === null ? undefined : ne(label.labelId, labelId)))
    .limit(mostLabels);
  if (others.some((other) => foldedName(other.name) === foldedName(name))) throw taken(name);
  if (labelId === null && others.length >= mostLabels) {
    throw conflict(`You've reached the limit of ${mostLabels} roles. Delete one first.`, "tooManyLabels");
  }
}

export const taken = (name: string) =>
  conflict(`A role named “${name}” already exists. Choose another name.`, "nameTaken");
