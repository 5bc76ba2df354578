import type { ResponseOf } from "@touchline/contract";
import type { getIncident } from "@touchline/contract/incidents/incidents";
import type { Call } from "../../../../call.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { audit } from "../../../../security/audit.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { answerWith } from "../../../files/index.ts";
import { candidatesFor, dutiesOf } from "../queries/handling.ts";
import { incidentHistory } from "../queries/history.ts";
import {
  documentOf,
  type IncidentFilter,
  incidentSeen,
  incidentsPage,
  mayChange,
  shownIncidents,
} from "../queries/incidents.ts";

/** A page of incidents; who looked at which is logged. @throws Forbidden for who reports nowhere. */
export async function readIncidents(call: Call, filter: IncidentFilter) {
  if (call.actor.kind === "person") {
    const reports = call.actor.grants.some(({ pre }) => verdictOn(call, "incidents.report", { levelPre: pre }).allowed);
    if (!reports) throw forbidden("Your role doesn't allow this. Ask an administrator of your organization.", "role");
  }
  const { rows, total } = await incidentsPage(call, filter);
  await audit(
    call,
    rows.map(({ incident: { incidentId, profileId, levelId } }) => ({
      action: "incident.viewed" as const,
      subjectId: incidentId,
      profileId,
      levelId,
    })),
  );
  return { incidents: await shownIncidents(call, rows), total };
}

/** One incident with what became of it. @throws NotFound */
export async function readIncident(call: Call, incidentId: string): Promise<ResponseOf<typeof getIncident>> {
  const row = await incidentSeen(call, incidentId);
  const { profileId, levelId } = row.incident;
  await audit(call, [{ action: "incident.viewed", subjectId: incidentId, profileId, levelId }]);
  const [incident] = await shownIncidents(call, [row]);
  const manages = mayChange(call, row);
  return {
    ...(incident as NonNullable<typeof incident>),
    duties: dutiesOf(row),
    candidates: manages ? await candidatesFor(call, row) : [],
    history: manages ? await incidentHistory(call, row) : [],
  };
}

/** Opens one document of an incident. @throws NotFound, Conflict (not looked at, harmful) */
export async function readDocument(call: Call, incidentId: string, docId: string): Promise<FileAnswer> {
  const { incident } = await incidentSeen(call, incidentId);
  const file = await documentOf(call, incidentId, docId);
  if (!file) throw notFound("document");
  const { profileId, levelId } = incident;
  await audit(call, [
    { action: "incident.documentViewed", subjectId: incidentId, profileId, levelId, facts: { fileId: docId } },
  ]);
  return answerWith(call, file);
}
