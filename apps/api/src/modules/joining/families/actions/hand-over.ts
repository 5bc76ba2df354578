import { addToDay, adultAge, bornToBe, handOver, handOverNoticeDays } from "@touchline/rules";
import { and, asc, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { lockPeople, restand, withdrawOfGuardians } from "../../../compliance/index.ts";
import { sendMails } from "../../../messages/index.ts";
import { membershipsOf } from "../../../people/index.ts";
import { invite } from "../../invitations/actions/invite.ts";
import { sameAddress } from "../../invitations/queries.ts";
import { nearestAdministrators } from "../queries/administrators.ts";
import { organizationToday } from "../queries/guardians.ts";
import { endGuardianshipsOf } from "./guardians.ts";

/** People handed over, or guardians told, in one step. */
const batch = 100;

/**
 * Does one step of the hand-over for people who turned 18: guardianships end, submissions that guardians have begun are
 * withdrawn, and the person is invited to a login of their own. It is safe to repeat, because a guardianship ends once and
 * everything else follows from that.
 *
 * @returns whether more may be due.
 */
export async function handOverSome(call: Call): Promise<boolean> {
  const { today } = await organizationToday(call);
  const due = await call.db
    .selectDistinct({ childProfileId: guardianship.childProfileId })
    .from(guardianship)
    .where(dueBy(call, bornToBe(adultAge, today)))
    .orderBy(asc(guardianship.childProfileId))
    .limit(batch);
  if (due.length === 0) return false;
  const people = due.map((one) => one.childProfileId);
  await lockPeople(call, people);
  // A date may have been corrected while the people were waited for.
  const still = await call.db
    .selectDistinct({ childProfileId: guardianship.childProfileId })
    .from(guardianship)
    .where(and(dueBy(call, bornToBe(adultAge, today)), inArray(guardianship.childProfileId, people)));
  const ended = await endGuardianshipsOf(
    call,
    still.map((one) => one.childProfileId),
    "cameOfAge",
  );
  const guardians = new Map(
    [...Map.groupBy(ended, (one) => one.childProfileId)].map(([child, pairs]) => [
      child,
      pairs.map((one) => one.guardianProfileId),
    ]),
  );
  await audit(
    call,
    [...guardians.keys()].map((profileId) => ({ action: "person.handedOver", subjectId: profileId, profileId })),
  );
  await withdrawOfGuardians(call, guardians);
  await restand(call, guardians.keys());
  await notifyHandedOver(call, guardians);
  return true;
}

function dueBy(call: Call, born: string) {
  return and(ours(guardianship, call), isNull(guardianship.endedAt), lte(guardianship.childBorn, born));
}

/** Invites people with an address of their own, and notifies everyone concerned. */
async function notifyHandedOver(call: Call, guardians: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const adults = await peopleOf(call, [...guardians.keys()]);
  const { name: organization } = await organizationToday(call);
  const guardianPeople = await peopleOf(call, [...new Set([...guardians.values()].flat())]);
  const guardiansOf = (id: string) => guardianPeople.filter((one) => guardians.get(id)?.includes(one.profileId));
  // An address that is a guardian's would give the profile to the guardian.
  const reachable = adults.filter(
    (one) =>
      one.appUserId === null &&
      one.email !== null &&
      !guardiansOf(one.profileId).some((guardian) => sameAddress(guardian.email, one.email)),
  );
  const outcomes = await invite(
    call,
    reachable.map((one) => one.profileId),
  );
  for (const adult of adults) {
    const invited = ["sent", "invited"].includes(outcomes.get(adult.profileId) ?? "");
    const state = adult.appUserId !== null ? "ownLogin" : invited ? "invited" : "needsAddress";
    const person = `${adult.firstName} ${adult.lastName}`;
    const key = `handedOver:${adult.profileId}:${adult.dateOfBirth}`;
    await sendMails(
      call,
      guardiansOf(adult.profileId).flatMap(({ profileId, firstName, email }) =>
        email === null
          ? []
          : {
              kind: "handedOver" as const,
              to: email,
              profileId,
              key: `${key}:${profileId}`,
              fields: { firstName, person, organization, state } as const,
            },
      ),
    );
    if (state !== "needsAddress") continue;
    const memberships = await membershipsOf(call, [adult.profileId]);
    const [first] = memberships;
    if (!first) continue;
    await sendMails(
      call,
      (await nearestAdministrators(call, memberships)).map(({ profileId, firstName, email }) => ({
        kind: "addressWanted" as const,
        to: email,
        profileId,
        key: `${key}:address:${profileId}`,
        fields: { firstName, person, organization, path: `/members/${first.profileLevelAccessId}` },
      })),
    );
  }
}

/** One bounded step of telling guardians that a child will soon be of age; once for each date of birth. */
export async function notifyComingOfAge(call: Call): Promise<boolean> {
  const { name: organization, today, zone } = await organizationToday(call);
  const soon = bornToBe(adultAge, addToDay(today, { days: handOverNoticeDays }));
  const { rows: pairs } = await call.db.execute<{ guardian: string; child: string; born: string }>(sql`
    UPDATE guardianship SET told_for = due.child_born
    FROM (
      SELECT guardian_profile_id, child_profile_id, created_at, child_born FROM guardianship
      WHERE organization_id = ${call.organizationId} AND ended_at IS NULL AND child_born <= ${soon}::date
        AND told_for IS DISTINCT FROM child_born
      ORDER BY child_profile_id, guardian_profile_id LIMIT ${batch} FOR UPDATE SKIP LOCKED
    ) AS due
    WHERE guardianship.organization_id = ${call.organizationId}
      AND guardianship.guardian_profile_id = due.guardian_profile_id
      AND guardianship.child_profile_id = due.child_profile_id AND guardianship.created_at = due.created_at
    RETURNING due.guardian_profile_id AS guardian, due.child_profile_id AS child, due.child_born::text AS born`);
  if (pairs.length === 0) return false;
  const people = await peopleOf(
    call,
    pairs.flatMap((one) => [one.guardian, one.child]),
  );
  const person = (id: string) => people.find((one) => one.profileId === id);
  await sendMails(
    call,
    pairs.flatMap(({ guardian: guardianProfileId, child: childProfileId, born }) => {
      const [guardian, child] = [person(guardianProfileId), person(childProfileId)];
      // Adults are handed over already, and guardians are notified about that separately.
      if (!guardian?.email || !child || born <= bornToBe(adultAge, today)) return [];
      const at = handOver(born, zone).at;
      const dayIn = (language: string) =>
        new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: zone }).format(at);
      return {
        kind: "comingOfAge" as const,
        to: guardian.email,
        profileId: guardianProfileId,
        key: `comingOfAge:${childProfileId}:${guardianProfileId}:${born}`,
        fields: {
          firstName: guardian.firstName,
          child: child.firstName,
          organization,
          day: { en: dayIn("en"), es: dayIn("es") },
          hasAddress: child.email !== null,
          path: "/groupAccountDashboard",
        },
      };
    }),
  );
  return true;
}

async function peopleOf(call: Call, profileIds: readonly string[]) {
  return call.db
    .select({
      profileId: profile.profileId,
      appUserId: profile.appUserId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      dateOfBirth: profile.dateOfBirth,
    })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...new Set(profileIds)]), isNull(profile.archivedAt)));
}
