import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { handleIncident as endpoint } from "@touchline/contract/incidents/incidents";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { incident, incidentEvent } from "../../../../schema/incidents.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, relationTo } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { candidatesFor, dutiesOf } from "../queries/handling.ts";
import type { IncidentChange } from "../queries/history.ts";
import {
  actingPerson,
  type IncidentRow,
  incidentChangePlace,
  incidentSeen,
  shownIncidents,
} from "../queries/incidents.ts";
import { lockIncident } from "./change.ts";
import { notifyAssignee } from "./notify-assignee.ts";

/**
 * Sets who looks after an incident, which steps of the report are done, and whether there is a legal hold. What was before is kept.
 *
 * @throws NotFound, Forbidden (who only reported it), Conflict (somebody else changed it), 400 (a person who can't manage it).
 */
export async function handleIncident(
  unlocked: Call,
  incidentId: string,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const call = await withLocks(unlocked, { also: (within) => lockIncident(within, incidentId) });
  const row = await incidentSeen(call, incidentId);
  const { incident: before, levelPre } = row;
  authorize(call, "incidents.manage", { ...relationTo(call, before.profileId), levelPre });
  const {
    assignedTo = before.assignedTo,
    stepsDone = before.stepsDone,
    held = before.heldAt !== null,
    version,
  } = input;
  if (assignedTo !== null && assignedTo !== before.assignedTo) {
    if ((await candidatesFor(call, row, assignedTo)).length === 0) {
      throw invalid("assignedTo", "This person can't look after this incident. Choose a director or an administrator.");
    }
  }
  const changed = await call.db
    .update(incident)
    .set({
      ...{ assignedTo, version: version + 1 },
      stepsDone: [...new Set(stepsDone)].sort(),
      heldAt: held ? (before.heldAt ?? call.now) : null,
    })
    .where(and(ours(incident, call), eq(incident.incidentId, incidentId), eq(incident.version, version)))
    .returning({ version: incident.version });
  if (changed.length === 0) throw conflict("Someone else changed this incident. Reload the page.", "concurrentChange");
  const now = await incidentSeen(call, incidentId);
  const changes = differences(row, now);
  const incidentEventId = newId();
  const place = incidentChangePlace(call, incidentEventId);
  await call.db.insert(incidentEvent).values({
    ...{ organizationId: call.organizationId, incidentEventId, incidentId, at: call.now },
    actorProfileId: actingPerson(call),
    sealedChange: call.adapters.vault.seal(row.wrappedKey, place, JSON.stringify(changes)),
  });
  await audit(call, [
    {
      ...{ action: "incident.handled", subjectId: incidentId, profileId: before.profileId, levelId: before.levelId },
      facts: { fields: changes.map((one) => one.field) },
    },
  ]);
  if (now.incident.assignedTo !== before.assignedTo) await notifyAssignee(call, now);
  const [updated] = await shownIncidents(call, [now]);
  return updated as NonNullable<typeof updated>;
}

function differences(was: IncidentRow, is: IncidentRow): IncidentChange[] {
  const before = new Map(dutiesOf(was).steps.map((step) => [step.key, step.done]));
  const values = (row: IncidentRow) => ({
    assignee: row.incident.assignedTo ?? "",
    hold: row.incident.heldAt === null ? "" : "On",
  });
  const textsOf = (row: IncidentRow) => ({ ...values(row), assignee: row.assigneeName ?? "" });
  const [old, next] = [values(was), values(is)];
  return [
    ...(["assignee", "hold"] as const)
      .filter((field) => old[field] !== next[field])
      .map((field) => ({ field, before: textsOf(was)[field], after: textsOf(is)[field] })),
    ...dutiesOf(is)
      .steps.filter((step) => before.get(step.key) !== step.done)
      .map(({ text, done }) => ({ field: done ? "stepDone" : "stepUndone", before: "", after: text })),
  ];
}
