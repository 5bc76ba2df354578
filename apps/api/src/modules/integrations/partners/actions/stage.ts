import { sql } from "drizzle-orm";
import type { PartnerPage } from "../../../../adapters/partners/port.ts";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { partnerPerson, partnerPlace, partnerRegistration } from "../../../../schema/partners.ts";
import type { SyncRow } from "../queries.ts";

/** The last of rows with the same key, in the order of the last ones. */
function lastOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.filter((row) => keyOf(row) !== "").map((row) => [keyOf(row), row])).values()];
}

const nameOf = (one: { firstName: string; lastName: string }) => `${one.firstName} ${one.lastName}`.trim();

/**
 * Stores what a partner answered. A registration is open again if it changed, or if its person did: a row that comes again
 * unchanged, as the one of the position does, opens nothing.
 */
export async function stagePage(call: Call, sync: SyncRow, page: PartnerPage): Promise<void> {
  const of = { organizationId: call.organizationId, partnerConnectionId: sync.partnerConnectionId };
  await insertRows(
    call,
    partnerPlace,
    lastOfEach(page.places, (one) => one.placeId).map((one) => ({ ...of, ...one })),
    sql`ON CONFLICT (organization_id, partner_connection_id, place_id) DO UPDATE SET
      name = excluded.name, parent_id = excluded.parent_id, deleted = excluded.deleted`,
  );
  await stagePeople(call, sync, page.people);
  await insertRows(
    call,
    partnerRegistration,
    lastOfEach(page.registrations, (one) => one.registrationId).map((one) => ({ ...of, ...one, open: true })),
    sql`ON CONFLICT (organization_id, partner_connection_id, registration_id) DO UPDATE SET
      external_id = excluded.external_id, place_id = excluded.place_id, role = excluded.role, deleted = excluded.deleted, open = true
      WHERE (partner_registration.external_id, partner_registration.place_id, partner_registration.role, partner_registration.deleted)
        IS DISTINCT FROM (excluded.external_id, excluded.place_id, excluded.role, excluded.deleted)`,
  );
}

/** Stores people. Two whom one sync reads under one id are remembered: nobody knows who of them a registration is about. */
async function stagePeople(call: Call, sync: SyncRow, people: PartnerPage["people"]): Promise<void> {
  const of = { organizationId: call.organizationId, partnerConnectionId: sync.partnerConnectionId };
  const names = Map.groupBy(people, (one) => one.externalId);
  const rows = lastOfEach(people, (one) => one.externalId).map((one) => {
    const other = names.get(one.externalId)?.find((another) => nameOf(another) !== nameOf(one));
    return { ...of, ...one, readBy: sync.partnerSyncId, otherName: other ? nameOf(other).slice(0, 200) : null };
  });
  await insertRows(
    call,
    partnerPerson,
    rows,
    sql`ON CONFLICT (organization_id, partner_connection_id, external_id) DO UPDATE SET
      first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
      date_of_birth = excluded.date_of_birth, phone = excluded.phone, read_by = excluded.read_by,
      other_name = coalesce(excluded.other_name, CASE
        WHEN partner_person.read_by <> excluded.read_by THEN NULL
        WHEN (partner_person.first_name, partner_person.last_name) IS DISTINCT FROM (excluded.first_name, excluded.last_name)
          THEN left(concat_ws(' ', partner_person.first_name, partner_person.last_name), 200)
        ELSE partner_person.other_name END)
      WHERE (partner_person.first_name, partner_person.last_name, partner_person.email, partner_person.date_of_birth,
        partner_person.phone, partner_person.other_name)
        IS DISTINCT FROM (excluded.first_name, excluded.last_name, excluded.email, excluded.date_of_birth, excluded.phone,
          excluded.other_name)`,
    (written) => sql`
      UPDATE partner_registration SET open = true FROM ${written} AS person
      WHERE partner_registration.organization_id = ${call.organizationId}
        AND partner_registration.partner_connection_id = person.partner_connection_id
        AND partner_registration.external_id = person.external_id AND NOT partner_registration.deleted`,
  );
}
