import { rosterLimits } from "@touchline/contract/setup/imports";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { partnerPerson, partnerPlace, partnerRegistration, partnerSync } from "../../../../schema/partners.ts";
import { actingAgain } from "../../../people/index.ts";
import { addPartnerRows, beginPartnerImport, checkPartnerImport, type PartnerRow } from "../../../setup/index.ts";
import { type ConnectionRow, connectionRow, importPartnerOf, partnerHeaders, type SyncRow } from "../queries.ts";
import { endSync } from "./sync.ts";

/** Registrations that one step hands over. */
const atOnce = 2_000;
const mostPlaces = 20_000;
/** Steps from a team to the program above it, at most. */
const deepest = 20;

type PlaceRow = typeof partnerPlace.$inferSelect;
/** What a place is called in the rows, or what is wrong with it, in a sentence. */
type Called = { word: string } | { fault: string };

/**
 * Hands the next open registrations of a sync to its import, and starts the dry run after the last ones.
 *
 * @returns whether more are left.
 */
export async function continuePreparing(
  unlocked: Call,
  { partnerSyncId }: { partnerSyncId: string },
): Promise<boolean> {
  const [sync] = await unlocked.db
    .select()
    .from(partnerSync)
    .where(and(ours(partnerSync, unlocked), eq(partnerSync.partnerSyncId, partnerSyncId)))
    .for("update");
  if (sync?.state !== "preparing") return false;
  const connection = await connectionRow(unlocked, sync.partnerConnectionId);
  const call = await actingAgain(unlocked, sync.startedBy);
  if (!call) {
    await endSync(unlocked, sync, { state: "failed", problem: "stopped" });
    return false;
  }
  const partner = importPartnerOf(call, connection);
  const registrations = await openRegistrations(call, sync);
  if (registrations.length === 0 && sync.rosterImportId === null) {
    await endSync(call, sync, { state: "done", problem: null });
    return false;
  }
  const headers = partnerHeaders(partner.name);
  const rosterImportId =
    sync.rosterImportId ??
    (await beginPartnerImport(call, {
      ...{ partner, headers, mapping: connection.mapping, invite: connection.invite, createdBy: sync.startedBy },
    }));
  const called = await namedPlaces(call, connection, partner.name);
  const rows = registrations
    .slice(0, rosterLimits.rows - sync.rowsPrepared)
    .map((one) => rowOf(one, called.get(one.registration.placeId), partner.name));
  await addPartnerRows(call, rosterImportId, rows, { before: sync.rowsPrepared, width: headers.length });
  const left = registrations.length === atOnce && rows.length === atOnce;
  await call.db
    .update(partnerSync)
    .set({
      rosterImportId,
      rowsPrepared: sync.rowsPrepared + rows.length,
      preparedThrough: rows.at(-1)?.sourceId ?? sync.preparedThrough,
      movedAt: call.now,
      state: left ? "preparing" : "checking",
    })
    .where(and(ours(partnerSync, call), eq(partnerSync.partnerSyncId, partnerSyncId)));
  if (!left) await checkPartnerImport(call, rosterImportId);
  return left;
}

const openRegistrations = (call: Call, { partnerConnectionId, preparedThrough }: SyncRow) =>
  call.db
    .select({ registration: partnerRegistration, person: partnerPerson })
    .from(partnerRegistration)
    .leftJoin(
      partnerPerson,
      and(
        ours(partnerPerson, call),
        eq(partnerPerson.partnerConnectionId, partnerRegistration.partnerConnectionId),
        eq(partnerPerson.externalId, partnerRegistration.externalId),
      ),
    )
    .where(
      and(
        ours(partnerRegistration, call),
        eq(partnerRegistration.partnerConnectionId, partnerConnectionId),
        eq(partnerRegistration.open, true),
        gt(partnerRegistration.registrationId, preparedThrough),
      ),
    )
    .orderBy(asc(partnerRegistration.registrationId))
    .limit(atOnce);

type Registered = Awaited<ReturnType<typeof openRegistrations>>[number];

/** A registration as a row, with whatever is wrong with it. */
function rowOf({ registration, person }: Registered, called: Called | undefined, name: string): PartnerRow {
  const { registrationId, externalId, role, deleted } = registration;
  const word = called && "word" in called ? called.word : "";
  return {
    sourceId: registrationId,
    externalId: externalId || "none",
    cells: [
      ...[person?.firstName ?? "", person?.lastName ?? "", person?.email ?? ""],
      ...[person?.dateOfBirth ?? "", person?.phone ?? "", word, role, externalId],
    ],
    fault: deleted
      ? `This registration was canceled at ${name}. Nobody is removed here. If the person left, end the membership yourself.`
      : person === null
        ? `${name} has no person with the ID ${externalId.slice(0, 50) || "of this registration"}.`
        : person.otherName !== null
          ? `${name} has two people with the ID ${externalId.slice(0, 50)}: this one and ${person.otherName}. Correct it at ${name}.`
          : called === undefined
            ? `${name} doesn't list the team of this registration.`
            : "fault" in called
              ? called.fault
              : null,
  };
}

/** What each place of a site is called in rows. What a place is called first stays, so that its meaning is kept when it is renamed. */
async function namedPlaces(
  call: Call,
  { partnerConnectionId }: ConnectionRow,
  name: string,
): Promise<Map<string, Called>> {
  const rows = await call.db
    .select()
    .from(partnerPlace)
    .where(and(ours(partnerPlace, call), eq(partnerPlace.partnerConnectionId, partnerConnectionId)))
    .orderBy(asc(partnerPlace.placeId))
    .limit(mostPlaces);
  const places = new Map(rows.map((one) => [one.placeId, one]));
  const taken = new Set(rows.flatMap((one) => one.word ?? []));
  const called = new Map<string, Called>();
  const fresh: { placeId: string; word: string }[] = [];
  for (const place of rows) {
    const fault = faultOf(place, places, name);
    if (fault !== null) {
      called.set(place.placeId, { fault });
      continue;
    }
    const path = pathOf(place, places);
    const word = place.word ?? (taken.has(path) ? `${path} (${place.placeId})` : path);
    taken.add(word);
    called.set(place.placeId, { word });
    if (place.word === null) fresh.push({ placeId: place.placeId, word });
  }
  if (fresh.length > 0) {
    await call.db.execute(sql`
      UPDATE partner_place SET word = given.word
      FROM unnest(${sql.param(fresh.map((one) => one.placeId))}::text[], ${sql.param(fresh.map((one) => one.word))}::text[])
        AS given (place_id, word)
      WHERE partner_place.organization_id = ${call.organizationId}
        AND partner_place.partner_connection_id = ${partnerConnectionId} AND partner_place.place_id = given.place_id`);
  }
  return called;
}

function faultOf(place: PlaceRow, places: ReadonlyMap<string, PlaceRow>, name: string): string | null {
  const shortName = place.name.slice(0, 100);
  if (place.deleted)
    return `The team “${shortName}” was deleted at ${name}. Move the registration to another team there.`;
  if (place.name === "") return `The team of this registration has no name at ${name}.`;
  const above = [...aboveOf(place, places)];
  return above.length > deepest || above.includes(place)
    ? `The team “${shortName}” is part of itself at ${name}. Correct it there.`
    : null;
}

/** The places above one; it ends soon even where they lead in a circle. */
function* aboveOf(place: PlaceRow, places: ReadonlyMap<string, PlaceRow>): Generator<PlaceRow> {
  let above = places.get(place.parentId ?? "");
  for (let steps = 0; above !== undefined && steps <= deepest; steps += 1) {
    yield above;
    above = places.get(above.parentId ?? "");
  }
}

const pathOf = (place: PlaceRow, places: ReadonlyMap<string, PlaceRow>) =>
  [place, ...aboveOf(place, places)]
    .map((one) => one.name)
    .reverse()
    .join(" / ")
    .slice(0, rosterLimits.cell);
