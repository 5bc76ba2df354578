import type { BodyOf } from "@touchline/contract";
import type { assignContent } from "@touchline/contract/library/content-assignments";
import { tieRefusal } from "@touchline/rules";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, forbidden, invalid, notFound } from "../../../../errors.ts";
import { contentExemption, label } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, denialText, relationTo } from "../../../../security/authorize.ts";
import { todayOf } from "../../../compliance/index.ts";
import { levelsById, placesOf } from "../../../people/index.ts";
import { type exceptionsOf, reasonPlace } from "../queries/exceptions.ts";

export type Exceptions = NonNullable<BodyOf<typeof assignContent>["exceptions"]>;
type Present = Awaited<ReturnType<typeof exceptionsOf>>;

/**
 * Replaces the exceptions of a content: missing ones end, new ones begin. The caller holds the duties, and updates the people.
 *
 * @throws NotFound, Forbidden (out of reach, about oneself or somebody whom one guards or once guarded), 400, Conflict (one
 * that has ended meanwhile)
 */
export async function changeExceptions(
  call: Call,
  contentId: string,
  exceptions: Exceptions,
  present: Present,
): Promise<{ begun: string[]; ended: string[] }> {
  const { named, fresh } = await judgeExceptions(call, exceptions, present);
  const ending = present.filter(({ exemption }) => !named.has(exemption.contentExemptionId));
  const ended = ending.map(({ exemption }) => exemption.contentExemptionId);
  await endExceptions(call, ended);
  const key = fresh.length > 0 ? (await organizationFacts(call)).wrappedKey : null;
  const rows = fresh.map(({ reason, ...one }) => {
    const contentExemptionId = newId();
    return {
      ...one,
      organizationId: call.organizationId,
      contentExemptionId,
      contentId,
      sealedReason: call.adapters.vault.seal(key as Buffer, reasonPlace(call, contentExemptionId), reason),
      createdBy: actingProfile(call) ?? call.organizationId,
      createdAt: call.now,
    };
  });
  if (rows.length > 0) await call.db.insert(contentExemption).values(rows);
  const auditFacts = (
    row: Pick<typeof contentExemption.$inferSelect, "contentExemptionId" | "profileId" | "levelId">,
  ) => ({
    subjectId: row.contentExemptionId,
    profileId: row.profileId,
    levelId: row.levelId,
  });
  await audit(call, [
    ...ending.map(({ exemption }) => ({
      action: "exception.ended" as const,
      ...auditFacts(exemption),
      facts: { contentId },
    })),
    ...rows.map((row) => ({
      action: "exception.added" as const,
      ...auditFacts(row),
      facts: { contentId, includeBelow: row.includeBelow, labelId: row.labelId, untilDay: row.untilDay },
    })),
  ]);
  return { begun: rows.map((row) => row.contentExemptionId), ended };
}

/** Checks whether the actor may make these changes to the present exceptions. @throws as `changeExceptions` */
export async function judgeExceptions(call: Call, exceptions: Exceptions, present: Present) {
  const named = new Set(exceptions.flatMap((one) => ("exceptionId" in one ? [one.exceptionId] : [])));
  const known = new Set(present.map(({ exemption }) => exemption.contentExemptionId));
  if ([...named].some((id) => !known.has(id))) {
    throw conflict("One of these exceptions has ended. Reload the page.", "exceptionEnded");
  }
  const fresh = exceptions.flatMap((one) => ("exceptionId" in one ? [] : [one]));
  const { day } = await todayOf(call);
  for (const one of fresh) {
    if ((one.profileId === null) === (one.levelId === null)) {
      throw invalid("exceptions", "Choose a person or a level for this exception.");
    }
    if (one.untilDay !== null && one.untilDay < day)
      throw invalid("exceptions", "This date is in the past. Choose a later one.");
  }
  const labels = [...new Set(fresh.flatMap((one) => one.labelId ?? []))];
  const there = await call.db
    .select({ id: label.labelId })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, labels), isNull(label.archivedAt)));
  if (there.length < labels.length)
    throw invalid("exceptions", "One of these roles no longer exists. Reload the page.");
  const ending = present.filter(({ exemption }) => !named.has(exemption.contentExemptionId));
  const places = await mayExcept(call, [...fresh, ...ending.map(({ exemption }) => exemption)]);
  if (places.slice(0, fresh.length).includes(0)) throw notFound("person");
  return { named, fresh };
}

/**
 * Checks that the subject of each exception is within reach: a level, or every membership of a person. Two statements for any
 * number of them, because the organization's duties are held meanwhile.
 *
 * @returns the number of levels of each, in order: zero for somebody who has left.
 * @throws NotFound (a level), Forbidden
 */
export async function mayExcept(
  call: Call,
  exceptions: readonly { levelId: string | null; profileId: string | null }[],
): Promise<number[]> {
  const people = exceptions.flatMap(({ levelId, profileId }) => (levelId === null ? (profileId ?? []) : []));
  for (const profileId of people) {
    const tie = call.actor.kind === "system" ? null : tieRefusal(relationTo(call, profileId));
    if (tie === "onceGuarded") throw forbidden(denialText(tie), tie);
    if (tie !== null) throw forbidden(denialText("aboutOneself"), "aboutOneself");
  }
  const levels = await levelsById(
    call,
    exceptions.flatMap(({ levelId }) => levelId ?? []),
  );
  const places = await placesOf(call, people);
  return exceptions.map(({ levelId, profileId }) => {
    const place = levels.get(levelId ?? "");
    const pres = place ? [place.pre] : (places.get(profileId ?? "") ?? []);
    for (const levelPre of pres) authorize(call, "content.assign", { levelPre });
    return pres.length;
  });
}

/** Ends exceptions, or restores ended ones. */
export async function endExceptions(call: Call, ids: readonly string[], at: Date | null = call.now): Promise<void> {
  if (ids.length === 0) return;
  await call.db
    .update(contentExemption)
    .set({ endedAt: at })
    .where(and(ours(contentExemption, call), inArray(contentExemption.contentExemptionId, [...ids])));
}

/**
 * Moves the exceptions of one entry of a person to the other: of two from the same content the longer one continues. The caller
 * holds the duties and both people, and updates the person.
 *
 * @returns the exceptions that were moved.
 */
export async function carryExceptions(call: Call, { keep, merge }: { keep: string; merge: string }): Promise<string[]> {
  const carried = await call.db
    .update(contentExemption)
    .set({ profileId: keep })
    .where(and(ours(contentExemption, call), eq(contentExemption.profileId, merge)))
    .returning({ id: contentExemption.contentExemptionId });
  if (carried.length === 0) return [];
  await call.db.execute(sql`
    UPDATE content_exemption AS shorter SET ended_at = ${call.now.toISOString()}::timestamptz
    WHERE shorter.organization_id = ${call.organizationId} AND shorter.profile_id = ${keep} AND shorter.ended_at IS NULL
      AND EXISTS (SELECT FROM content_exemption AS longer
        WHERE longer.organization_id = shorter.organization_id AND longer.profile_id = shorter.profile_id
          AND longer.content_id = shorter.content_id AND longer.ended_at IS NULL
          AND (coalesce(longer.until_day, 'infinity'::date), longer.content_exemption_id)
            > (coalesce(shorter.until_day, 'infinity'::date), shorter.content_exemption_id))`);
  return carried.map((row) => row.id);
}
