import type { DigestChoice } from "@touchline/contract/accounts/account-settings";
import type { MailLanguage, NotificationChoice } from "@touchline/contract/messages/mail-preferences";
import { type AnyColumn, and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { onKey, ours, type SharedDb } from "../../../../database/tenancy.ts";
import { accountPreference } from "../../../../schema/accounts.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { stillGuards } from "../../../people/index.ts";

const person = {
  profileId: profile.profileId,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  activatedAt: profile.activatedAt,
  confirmedAt: profile.confirmedAt,
};
export type Addressee = {
  profileId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Whether they have activated their profile, and the address is confirmed. */
  active: boolean;
};

export type Addressed = { member: { firstName: string; lastName: string }; to: Addressee[] };

const mostGuardians = 10;
const mostChildren = 20;

/**
 * Finds the recipients of mails about people: each person, or the guardians of a child without a login. By profile, in two
 * statements; removed people are left out.
 *
 * @param profileIds at most a few hundred.
 */
export async function addressees(
  call: Reading & Pick<Call, "now">,
  profileIds: readonly string[],
): Promise<Map<string, Addressed>> {
  const members = await call.db
    .select({ ...person, appUserId: profile.appUserId })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...profileIds])));
  const children = members.filter((member) => member.appUserId === null).map((member) => member.profileId);
  const guardians =
    children.length === 0
      ? []
      : await call.db
          .select({ ...person, childProfileId: guardianship.childProfileId })
          .from(guardianship)
          .innerJoin(profile, onKey(profile.profileId, guardianship.guardianProfileId))
          .where(
            and(
              ours(guardianship, call),
              inArray(guardianship.childProfileId, children),
              stillGuards(call),
              isNull(profile.archivedAt),
            ),
          )
          .limit(mostGuardians * children.length);
  const of = Map.groupBy(guardians, (one) => one.childProfileId);
  return new Map(
    members.map((member) => {
      const people = of.get(member.profileId)?.slice(0, mostGuardians) ?? [member];
      const to = people.flatMap(({ profileId, firstName, lastName, email, activatedAt, confirmedAt }) => {
        const active = activatedAt !== null && confirmedAt !== null;
        return email === null ? [] : [{ profileId, firstName, lastName, email, active }];
      });
      return [member.profileId, { member, to }];
    }),
  );
}

/**
 * Finds the readers of reminders about these people: they themselves, or the guardians of children without a login. People
 * who haven't activated, have no confirmed address, or turned reminders off are left out.
 */
export async function readersAbout(
  call: Reading & Pick<Call, "now">,
  profileIds: readonly string[],
): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const guarding = await call.db
    .selectDistinct({ profileId: guardianship.guardianProfileId })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(and(ours(guardianship, call), among(profile.profileId, profileIds), stillGuards(call), withoutLogin))
    .limit(mostGuardians * profileIds.length);
  const ids = [...new Set([...profileIds, ...guarding.map((one) => one.profileId)])];
  const readers = await call.db
    .select({ profileId: profile.profileId, muted: accountPreference.muted })
    .from(profile)
    .leftJoin(accountPreference, eq(accountPreference.appUserId, profile.appUserId))
    .where(
      and(
        ours(profile, call),
        among(profile.profileId, ids),
        isNull(profile.archivedAt),
        isNotNull(profile.appUserId),
        isNotNull(profile.confirmedAt),
        isNotNull(profile.email),
      ),
    );
  return new Set(readers.filter((one) => !one.muted?.includes("reminders")).map((one) => one.profileId));
}

/** One parameter, because a step of a preview has more people than a statement may have parameters. */
const among = (column: AnyColumn, ids: readonly string[]) => sql`${column} = ANY(${sql.param([...ids])}::uuid[])`;
const withoutLogin = and(isNull(profile.archivedAt), isNull(profile.appUserId));

/**
 * Finds the people about whom these people read reminders: themselves and the children without a login whom they guard.
 */
export async function readAboutBy(call: Reading & Pick<Call, "now">, readers: readonly string[]): Promise<string[]> {
  if (readers.length === 0) return [];
  const children = await call.db
    .selectDistinct({ profileId: guardianship.childProfileId })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(
      and(ours(guardianship, call), among(guardianship.guardianProfileId, readers), stillGuards(call), withoutLogin),
    )
    .limit(mostChildren * readers.length);
  return [...new Set([...readers, ...children.map((one) => one.profileId)])];
}

/** Null if the account chose nothing. */
type Chosen = {
  appUserId: string;
  language: MailLanguage | null;
  muted: NotificationChoice[] | null;
  digest: DigestChoice | null;
};

/** Returns the mail preferences of these people's accounts; people without an account are left out. */
export async function chosenByProfile(call: Reading, profileIds: readonly string[]): Promise<Map<string, Chosen>> {
  if (profileIds.length === 0) return new Map();
  const rows = await call.db
    .select({
      profileId: profile.profileId,
      appUserId: profile.appUserId,
      language: accountPreference.language,
      muted: accountPreference.muted,
      digest: accountPreference.digest,
    })
    .from(profile)
    .leftJoin(accountPreference, eq(accountPreference.appUserId, profile.appUserId))
    .where(and(ours(profile, call), inArray(profile.profileId, [...new Set(profileIds)])));
  return new Map(
    rows.flatMap(({ profileId, appUserId, ...chosen }) =>
      appUserId === null ? [] : [[profileId, { ...chosen, appUserId }] as const],
    ),
  );
}

/** Returns the language that an account chose for its mails, if it did. */
export async function chosenByAccount(db: SharedDb, appUserId: string): Promise<MailLanguage | undefined> {
  const [row] = await db
    .select({ language: accountPreference.language })
    .from(accountPreference)
    .where(eq(accountPreference.appUserId, appUserId));
  return row?.language;
}
