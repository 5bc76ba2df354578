import type { IncidentState, incident as shape } from "@touchline/contract/incidents/incidents";
import { clockOf } from "@touchline/rules";
import { aliasedTable, and, asc, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { storedFile } from "../../../../schema/files.ts";
import { incident, incidentDocument } from "../../../../schema/incidents.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { relationTo, verdictOn } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { openable } from "../../../files/index.ts";

type Shown = z.output<typeof shape>;

/** What the sealed text of an incident is bound to. */
export const descriptionPlace = (call: Pick<Call, "organizationId">, incidentId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "incident",
  column: "description",
  id: incidentId,
});
export const incidentChangePlace = (call: Pick<Call, "organizationId">, incidentEventId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "incident_event",
  column: "change",
  id: incidentEventId,
});

/** Incidents that the actor may read: within reach, or reported by themselves; none about themselves or a guarded child, nor disposed of. */
function readable(call: Call): SQL {
  if (call.actor.kind === "system") return sql`${incident.disposedAt} IS NULL`;
  if (call.actor.kind === "apiKey") return sql`false`;
  const { profileId, children } = call.actor;
  const handled = rowsWithinReach(call, "incidents.manage", level);
  return and(
    isNull(incident.disposedAt),
    or(eq(incident.reportedBy, profileId), handled ?? undefined),
    sql`${incident.profileId} <> ALL(${everyEntry(call, profileId, ...children)})`,
  ) as SQL;
}

function incidents(call: Call) {
  const reporter = aliasedTable(profile, "reporter");
  const assignee = alias(profile, "assignee");
  return call.db
    .select({
      incident,
      firstName: profile.firstName,
      lastName: profile.lastName,
      levelName: level.name,
      levelPre: level.pre,
      reporterName: sql<string>`${reporter.firstName} || ' ' || ${reporter.lastName}`,
      assigneeName: sql<string | null>`${assignee.firstName} || ' ' || ${assignee.lastName}`,
      wrappedKey: organization.wrappedKey,
      stateCode: organization.stateCode,
      stillMember: sql<boolean>`${profileLevelAccess.profileLevelAccessId} IS NOT NULL`,
    })
    .from(incident)
    .innerJoin(organization, eq(organization.organizationId, incident.organizationId))
    .innerJoin(profile, onKey(profile.profileId, incident.profileId))
    .innerJoin(level, onKey(level.levelId, incident.levelId))
    .innerJoin(reporter, onKey(reporter.profileId, incident.reportedBy))
    .leftJoin(assignee, onKey(assignee.profileId, incident.assignedTo))
    .leftJoin(profileLevelAccess, onKey(profileLevelAccess.profileLevelAccessId, incident.profileLevelAccessId))
    .$dynamic();
}

export type IncidentRow = Awaited<ReturnType<typeof incidents>>[number];

/** One incident that the actor may read. @throws NotFound also for what is out of sight. */
export async function incidentSeen(call: Call, incidentId: string): Promise<IncidentRow> {
  const [row] = await incidents(call).where(
    and(ours(incident, call), eq(incident.incidentId, incidentId), readable(call)),
  );
  if (!row) throw notFound("incident");
  return row;
}

export type IncidentFilter = {
  profileId?: string | undefined;
  profileLevelAccessId?: string | undefined;
  states: readonly IncidentState[];
  page: number;
  perPage: number;
};

/** A page of the incidents that the actor may read, newest first, and how many there are. */
export async function incidentsPage(call: Call, filter: IncidentFilter) {
  const matching = and(
    ours(incident, call),
    readable(call),
    filter.profileId ? eq(incident.profileId, filter.profileId) : undefined,
    filter.profileLevelAccessId ? eq(incident.profileLevelAccessId, filter.profileLevelAccessId) : undefined,
    filter.states.length > 0 ? inArray(incident.state, [...filter.states]) : undefined,
  );
  const [rows, [total]] = await Promise.all([
    incidents(call)
      .where(matching)
      .orderBy(desc(incident.reportedAt), desc(incident.incidentId))
      .limit(filter.perPage)
      .offset((filter.page - 1) * filter.perPage),
    call.db
      .select({ total: count() })
      .from(incident)
      .innerJoin(level, onKey(level.levelId, incident.levelId))
      .where(matching),
  ]);
  return { rows, total: total?.total ?? 0 };
}

/** How many incidents are open or in review that the actor may read, and of how many an authority should have been told by now. */
export async function openIncidents(call: Call): Promise<{ open: number; overdue: number }> {
  const late = sql`${incident.authorityToldAt} IS NULL AND ${incident.dueAt} < ${call.now.toISOString()}::timestamptz`;
  const [row] = await call.db
    .select({ open: count(), overdue: sql<number>`(count(*) FILTER (WHERE ${late}))::int` })
    .from(incident)
    .innerJoin(level, onKey(level.levelId, incident.levelId))
    .where(and(ours(incident, call), readable(call), ne(incident.state, "Closed")));
  return row ?? { open: 0, overdue: 0 };
}

/** Whether the actor may work on an incident. */
export const mayChange = (call: Call, { incident: { profileId }, levelPre }: IncidentRow) =>
  verdictOn(call, "incidents.manage", { ...relationTo(call, profileId), levelPre }).allowed;

/** Incidents in the contract's shape, opened, with the names of their documents. */
export async function shownIncidents(call: Call, rows: readonly IncidentRow[]): Promise<Shown[]> {
  const documents = await documentsOf(
    call,
    rows.map((row) => row.incident.incidentId),
  );
  return rows.map((row) => {
    const { incident: one, wrappedKey } = row;
    const { incidentId, profileId, profileLevelAccessId, levelId, kind, state, version } = one;
    const clock = {
      ...{ dueAt: one.dueAt.getTime(), toldAt: one.authorityToldAt?.getTime() ?? null },
      ...{ isClosed: one.state === "Closed", kind },
    };
    return {
      ...{ incidentId, profileId, profileLevelAccessId, levelId, kind, state, version },
      personName: `${row.firstName} ${row.lastName}`,
      levelName: row.levelName,
      reporterName: row.reporterName,
      happenedAt: one.happenedAt.toISOString(),
      reportedAt: one.reportedAt.toISOString(),
      dueAt: one.dueAt.toISOString(),
      authorityToldAt: one.authorityToldAt?.toISOString() ?? null,
      closedAt: one.closedAt?.toISOString() ?? null,
      assignee: one.assignedTo === null ? null : { profileId: one.assignedTo, name: row.assigneeName ?? "" },
      heldAt: one.heldAt?.toISOString() ?? null,
      clock: clockOf(clock, call.now.getTime()),
      description:
        one.sealedDescription === null
          ? ""
          : call.adapters.vault.open(wrappedKey, descriptionPlace(call, incidentId), one.sealedDescription),
      documents: documents.get(incidentId) ?? [],
      mayChange: mayChange(call, row),
      stillMember: row.stillMember,
    };
  });
}

async function documentsOf(call: Call, incidentIds: readonly string[]): Promise<Map<string, Shown["documents"]>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await call.db
    .select({
      incidentId: incidentDocument.incidentId,
      docId: storedFile.fileId,
      name: storedFile.name,
      mediaType: storedFile.mediaType,
      bytes: storedFile.bytes,
    })
    .from(incidentDocument)
    .innerJoin(storedFile, onKey(storedFile.fileId, incidentDocument.fileId))
    .where(and(ours(incidentDocument, call), inArray(incidentDocument.incidentId, [...incidentIds])))
    .orderBy(asc(storedFile.createdAt), asc(storedFile.fileId));
  return new Map(
    [...Map.groupBy(rows, (row) => row.incidentId)].map(([id, files]) => [
      id,
      files.map(({ incidentId: _, ...file }) => file),
    ]),
  );
}

/** Where a document of an incident lies; null when it has no such document. */
export async function documentOf(call: Call, incidentId: string, fileId: string) {
  const [row] = await call.db
    .select(openable)
    .from(incidentDocument)
    .innerJoin(storedFile, onKey(storedFile.fileId, incidentDocument.fileId))
    .where(
      and(
        ours(incidentDocument, call),
        eq(incidentDocument.incidentId, incidentId),
        eq(incidentDocument.fileId, fileId),
      ),
    );
  return row ?? null;
}

/** The profile that acts, where only people may. @throws NotFound */
export function actingPerson(call: Call): string {
  const profileId = actingProfile(call);
  if (profileId === null) throw notFound("ownProfile");
  return profileId;
}
