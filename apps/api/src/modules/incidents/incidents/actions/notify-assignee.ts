import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { mailIncidentAssigned, notify } from "../../../messages/index.ts";
import type { IncidentRow } from "../queries/incidents.ts";

/**
 * Tells a person that an incident was assigned to them, by a notice and an email without any of its content. Whoever assigns it to
 * themselves isn't told.
 */
export async function notifyAssignee(call: Call, { incident }: IncidentRow): Promise<void> {
  const { incidentId, assignedTo: to, version } = incident;
  if (to === null || (call.actor.kind === "person" && call.actor.entries.includes(to))) return;
  // By version, so that somebody is told again to whom it comes back later.
  const key = `incident:${incidentId}:${version}`;
  await notify(call, [{ to, kind: "incidentAssigned", key, facts: { incidentId } }]);
  const [person] = await call.db
    .select({ email: profile.email, firstName: profile.firstName, appUserId: profile.appUserId })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, to), isNull(profile.archivedAt)));
  // Without a login nobody could open the link.
  if (!person || person.email === null || person.appUserId === null) return;
  const { email, firstName } = person;
  await mailIncidentAssigned(call, [{ profileId: to, email, firstName, path: `/incidents/${incidentId}`, key }]);
}
