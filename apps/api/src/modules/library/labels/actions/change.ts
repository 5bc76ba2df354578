import type { BodyOf, Role } from "@touchline/contract";
import type { changeLabel as changeShape } from "@touchline/contract/library/labels";
import { plural } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { labelById, membersOf } from "../queries.ts";
import { mustBeFree, mustFit } from "./add.ts";
import { lockLabels, mustKeepAnAdmin } from "./admins.ts";

/** Returns a label that may be changed, also to carry another role. @throws NotFound, Forbidden */
export async function labelToEdit(call: Call, id: string, role?: Role) {
  const found = await labelById(call, id);
  if (!found) throw notFound("role");
  const roles = role === undefined ? [found.role] : [found.role, role];
  authorize(call, "labels.edit", { organizationWide: true, roles });
  return found;
}

/**
 * Changes a label. Another role takes effect at once for everybody who has it, so the caller states how many people they were
 * shown.
 *
 * @throws NotFound, Forbidden (also for a role above the actor's own), 400; Conflict: the name is taken, the actor has the
 * label, more people have it by now, no Admin would be left, or it is archived.
 */
export async function changeLabel(
  unlocked: Call,
  { id, members: expectedMembers, ...fields }: { id: string } & BodyOf<typeof changeShape>,
): Promise<{ labelId: string; members: number }> {
  const seen = await labelToEdit(unlocked, id, fields.role);
  // Keeps people who couldn't give the new role from assigning the label meanwhile.
  const duties = fields.role === seen.role ? "memberships" : "assignments";
  // Already checked, to choose the duties lock.
  const call = await withLocks(unlocked, { duties, refuse: () => seen, also: lockLabels });
  const before = await labelToEdit(call, id, fields.role);
  if (before.archivedAt !== null) throw conflict("This role was deleted.", "outOfUse");
  mustFit(fields);
  await mustBeFree(call, fields.name, id);
  const { members, own } = await membersOf(call, id);
  if (fields.role !== before.role) {
    // If the role was changed meanwhile, the wrong duties lock may be held.
    if (before.role !== seen.role)
      throw conflict("Someone else changed this role. Reload the page.", "concurrentChange");
    if (own) throw ownLabel();
    if (expectedMembers === undefined || members > expectedMembers) {
      throw conflict(
        plural(members, {
          one: "1 person has this role now. Reload the page before you change what it allows.",
          other: "# people have this role now. Reload the page before you change what it allows.",
        }),
        "moreMembers",
      );
    }
    if (before.role === "Admin") await mustKeepAnAdmin(call, id);
  }
  await call.db
    .update(label)
    .set(fields)
    .where(and(ours(label, call), eq(label.labelId, id)));
  const { name, ...codes } = fields;
  await audit(call, [
    {
      action: "label.changed",
      subjectId: id,
      facts: {
        before: { role: before.role, givenBy: before.givenBy, forFamily: before.forFamily },
        after: codes,
        members,
      },
      values: { before: before.name, after: name },
    },
  ]);
  return { labelId: id, members };
}

/** Nobody may act on themselves, also not through a label. */
export const ownLabel = () => conflict("You have this role yourself. Ask another Admin to change it.", "ownLabel");
