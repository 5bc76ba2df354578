import type { QueryOf, ResponseOf } from "@touchline/contract";
import type { getUndelivered, listUndelivered } from "@touchline/contract/messages/undelivered";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { invitationMailKeyPrefix } from "../../../joining/index.ts";
import { replyPlace } from "../../../messages/index.ts";
import { authorizeSight, levelById, memberTarget, stillGuards, type TreePosition } from "../../../people/index.ts";

type Row = Omit<ResponseOf<typeof listUndelivered>["data"][number], "at"> & { at: Date };

/** In a FROM list: `gone`, mails that couldn't be delivered, and `person`, whose address is still the one they were sent to. */
const undeliveredTo = (call: Call): SQL => sql`
  undelivered_mail AS gone
  JOIN profile AS person ON person.organization_id = ${call.organizationId} AND person.profile_id = gone.profile_id
    AND lower(person.email) = lower(gone.email) AND person.archived_at IS NULL`;

/** Selects the topmost membership of `gone`'s person at a level or below it. */
const topmostBelow = (call: Call, at: TreePosition): SQL => sql`(
  SELECT access.profile_level_access_id, label.name AS label_name, level.name AS level_name
  FROM profile_level_access AS access
  JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = access.level_id
    AND level.pre BETWEEN ${at.pre} AND ${at.last}
  JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = access.label_id
  WHERE access.organization_id = ${call.organizationId} AND access.profile_id = gone.profile_id
  ORDER BY level.pre, label.name LIMIT 1) AS membership`;

/**
 * In a FROM list: `gone`, open invitations of guardians whose mail couldn't be delivered, and the topmost membership of such a
 * child.
 */
const undeliveredToGuardians = (call: Call, at: TreePosition): SQL => sql`
  guardian_invitation AS gone
  JOIN mail ON mail.organization_id = ${call.organizationId}
    AND mail.key = ${invitationMailKeyPrefix} || gone.guardian_invitation_id::text AND mail.failed_reason IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT access.profile_level_access_id, label.name AS label_name, level.name AS level_name, child.profile_id,
      child.first_name || ' ' || child.last_name AS child_name
    FROM guardian_invitation_child AS asked
    JOIN guardianship ON guardianship.organization_id = ${call.organizationId}
      AND guardianship.guardian_profile_id = gone.invited_by AND guardianship.child_profile_id = asked.child_profile_id
      AND ${stillGuards(call)}
    JOIN profile AS child ON child.organization_id = ${call.organizationId}
      AND child.profile_id = asked.child_profile_id AND child.archived_at IS NULL
    JOIN profile_level_access AS access ON access.organization_id = ${call.organizationId}
      AND access.profile_id = child.profile_id
    JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = access.level_id
      AND level.pre BETWEEN ${at.pre} AND ${at.last}
    JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = access.label_id
    WHERE asked.organization_id = ${call.organizationId}
      AND asked.guardian_invitation_id = gone.guardian_invitation_id
    ORDER BY level.pre, label.name, child.profile_id LIMIT 1) AS membership`;

/** Filters the invitations that can still be answered. */
const stillOpen = (call: Call): SQL => sql`gone.organization_id = ${call.organizationId}
  AND gone.accepted_at IS NULL AND gone.revoked_at IS NULL AND gone.expires_at > ${call.now.toISOString()}::timestamptz`;

/**
 * Counts the people at a level and below it, and guardians invited for them, whose mails can't be delivered; up to `most`. The
 * caller authorizes.
 */
export async function undeliveredBelow(
  call: Call,
  at: TreePosition,
  most: number,
): Promise<{ count: number; more: boolean }> {
  const { rows } = await call.db.execute<{ found: number }>(sql`
    SELECT count(*)::int AS found FROM (
      SELECT FROM ${undeliveredTo(call)} CROSS JOIN LATERAL ${topmostBelow(call, at)}
      WHERE gone.organization_id = ${call.organizationId}
      UNION ALL
      SELECT FROM ${undeliveredToGuardians(call, at)} WHERE ${stillOpen(call)}
      LIMIT ${most + 1}) AS those`);
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, most), more: found > most };
}

const places = cursors(z.strictObject({ at: z.iso.datetime(), id: z.uuid() }));
/** Beyond that the total is a lower bound. */
const mostCounted = 10_000;

/**
 * Lists the people at a level and below it whose mails can't be delivered, and why; latest first.
 *
 * @throws NotFound, Forbidden, 400
 */
export async function undeliveredPage(
  call: Call,
  levelId: string,
  { perPage, cursor }: QueryOf<typeof listUndelivered>,
): Promise<ResponseOf<typeof listUndelivered>> {
  const after = cursor === undefined ? null : places.read(cursor);
  const at = await levelById(call, levelId);
  authorize(call, "members.see", { levelPre: at.pre });
  const [{ count }, { rows }] = await Promise.all([
    undeliveredBelow(call, at, mostCounted),
    call.db.execute<Row>(sql`
      SELECT * FROM (
      SELECT gone.profile_id AS "rowId", gone.profile_id AS "profileId", gone.kind, gone.reason, gone.email, gone.at,
        person.first_name || ' ' || person.last_name AS "fullName", NULL AS "guardianOf", person.app_user_id IS NOT NULL AS "hasLogin",
        membership.profile_level_access_id AS "profileLevelAccessId", membership.label_name AS "labelName",
        membership.level_name AS "levelName"
      FROM ${undeliveredTo(call)} CROSS JOIN LATERAL ${topmostBelow(call, at)}
      WHERE gone.organization_id = ${call.organizationId}
      UNION ALL
      SELECT gone.guardian_invitation_id, membership.profile_id, mail.kind, mail.failed_reason, gone.email, mail.failed_at,
        gone.first_name || ' ' || gone.last_name, membership.child_name, false,
        membership.profile_level_access_id, membership.label_name, membership.level_name
      FROM ${undeliveredToGuardians(call, at)} WHERE ${stillOpen(call)}) AS undelivered
      ${after ? sql`WHERE (at, "rowId") < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      ORDER BY at DESC, "rowId" DESC LIMIT ${perPage + 1}`),
  ]);
  const data = rows.slice(0, perPage).map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  const last = data.at(-1);
  return {
    data,
    total: count,
    next: last && rows.length > perPage ? places.write({ at: last.at, id: last.rowId }) : null,
  };
}

/**
 * Returns the latest undeliverable email to a member, unless a later one was delivered or the address changed. The mail
 * server's answer is shown only to callers who may invite the member.
 *
 * @throws NotFound, Forbidden
 */
export async function undeliveredOf(
  call: Call,
  profileLevelAccessId: string,
): Promise<ResponseOf<typeof getUndelivered>> {
  const target = await memberTarget(call, profileLevelAccessId);
  authorizeSight(call, target);
  const { rows } = await call.db.execute<Omit<Row, "fullName"> & { sealed: Buffer | null }>(sql`
    SELECT gone.kind, gone.reason, gone.email, gone.at, gone.sealed_reply AS sealed,
      person.app_user_id IS NOT NULL AS "hasLogin"
    FROM ${undeliveredTo(call)}
    WHERE gone.organization_id = ${call.organizationId} AND gone.profile_id = ${target.profileId}`);
  const [row] = rows;
  if (!row) return { undelivered: null };
  const { kind, reason, email, hasLogin, sealed } = row;
  const mayRead = !target.self && !target.guardedChild && verdictOn(call, "members.add", target).allowed;
  const reply =
    sealed === null || !mayRead
      ? null
      : call.adapters.vault.open(
          (await organizationFacts(call)).wrappedKey,
          replyPlace(call, target.profileId),
          sealed,
        );
  return { undelivered: { kind, reason, email, at: new Date(row.at).toISOString(), hasLogin, reply } };
}
