import type { ResponseOf, SignupUrlProblem } from "@touchline/contract";
import type { createSignupUrl, SignupUrlState } from "@touchline/contract/accounts/signup-urls";
import { signupUrlProblem } from "@touchline/rules";
import { aliasedTable, and, count, desc, eq, gt, inArray, isNull, ne, notExists, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { signupUrl, signupUrlUse } from "../../../schema/accounts.ts";
import { guardianship } from "../../../schema/joining.ts";
import { label } from "../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../schema/people.ts";
import type { CipherContext } from "../../../security/encryption.ts";
import { organizationIntroduction } from "../../messages/index.ts";
import { namesOf, stillGuards } from "../../people/index.ts";

export type ShownSignupUrl = ResponseOf<typeof createSignupUrl>;

const columns = {
  url: signupUrl,
  levelName: level.name,
  levelPre: level.pre,
  labelName: label.name,
  role: label.role,
  outOfUse: sql<boolean>`${label.archivedAt} IS NOT NULL`,
};

const urls = (call: Call) =>
  call.db
    .select(columns)
    .from(signupUrl)
    .innerJoin(level, onKey(level.levelId, signupUrl.levelId))
    .innerJoin(label, onKey(label.labelId, signupUrl.labelId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof urls>>[number];
export type FoundUrl = Row & { problem: SignupUrlProblem | null };

const problemOf = ({ url, role, outOfUse }: Row, now: Date) =>
  signupUrlProblem(
    {
      revokedAt: url.revokedAt?.getTime() ?? null,
      endsAt: url.endsAt?.getTime() ?? null,
      maxUses: url.maxUses,
      uses: url.uses,
      role: outOfUse ? null : role,
    },
    now.getTime(),
  );

/** A sign-up link, and why nobody can sign up by it now. */
export async function signupUrlById(call: Call, signupUrlId: string): Promise<FoundUrl | null> {
  const [row] = await urls(call).where(and(ours(signupUrl, call), eq(signupUrl.signupUrlId, signupUrlId)));
  return row ? { ...row, problem: problemOf(row, call.now) } : null;
}

/** Returns what the page shows about a link to anyone who has it. */
export async function shownSignup(call: Call, { url, levelName, labelName }: FoundUrl) {
  const names = await namesOf(call, url.createdBy === null ? [] : [url.createdBy]);
  return {
    ...(await organizationIntroduction(call)),
    levelName,
    labelName,
    invitedBy: url.createdBy === null ? null : (names.get(url.createdBy) ?? null),
    endsAt: url.endsAt?.toISOString() ?? null,
  };
}

/** The encryption context of a link's token. */
export const tokenPlace = (call: Pick<Call, "organizationId">, id: string): CipherContext => ({
  tenant: call.organizationId,
  table: "signup_url",
  column: "sealed_token",
  id,
});

export const pathOf = (token: string) => `/signup?token=${token}`;

const states: Record<SignupUrlProblem, SignupUrlState> = {
  unknown: "revoked",
  revoked: "revoked",
  ended: "ended",
  full: "full",
};

/** Returns a link with its token, for people who may share it. The caller authorizes. */
export async function shownUrls(call: Call, rows: readonly Row[]): Promise<ShownSignupUrl[]> {
  if (rows.length === 0) return [];
  const { wrappedKey: key } = await organizationFacts(call);
  const names = await namesOf(
    call,
    rows.flatMap(({ url }) => url.createdBy ?? []),
  );
  return rows.map((row) => {
    const { url, levelName, labelName } = row;
    const problem = problemOf(row, call.now);
    return {
      signupUrlId: url.signupUrlId,
      levelId: url.levelId,
      levelName,
      labelId: url.labelId,
      labelName,
      path: pathOf(call.adapters.vault.open(key, tokenPlace(call, url.signupUrlId), url.sealedToken)),
      state: problem === null ? "open" : states[problem],
      createdAt: url.createdAt.toISOString(),
      createdBy: (url.createdBy && names.get(url.createdBy)) ?? null,
      endsAt: url.endsAt?.toISOString() ?? null,
      maxUses: url.maxUses,
      uses: url.uses,
    };
  });
}

/** Lists the links of a level and of everything below it. The caller authorizes. */
export async function urlsBelow(
  call: Call,
  place: { pre: number; last: number },
  { page, perPage }: { page: number; perPage: number },
) {
  const where = and(ours(signupUrl, call), sql`${level.pre} BETWEEN ${place.pre} AND ${place.last}`);
  const working = sql`(${signupUrl.revokedAt} IS NULL AND (${signupUrl.endsAt} IS NULL OR ${signupUrl.endsAt} > ${call.now.toISOString()}::timestamptz)
    AND (${signupUrl.maxUses} IS NULL OR ${signupUrl.uses} < ${signupUrl.maxUses}))`;
  const [total] = await call.db
    .select({ total: count() })
    .from(signupUrl)
    .innerJoin(level, onKey(level.levelId, signupUrl.levelId))
    .where(where);
  const rows = await urls(call)
    .where(where)
    .orderBy(desc(working), desc(signupUrl.createdAt), desc(signupUrl.signupUrlId))
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { data: await shownUrls(call, rows), pagination: { page, perPage, totalRecords: total?.total ?? 0 } };
}

/** Lists when new accounts were created by this link with this address, newest first; at most `most`. */
export async function latelyMade(call: Call, input: { signupUrlId: string; email: string; since: Date; most: number }) {
  return call.db
    .select({ joinedAt: signupUrlUse.joinedAt })
    .from(signupUrlUse)
    .innerJoin(profile, onKey(profile.profileId, signupUrlUse.profileId))
    .where(
      and(
        ours(signupUrlUse, call),
        eq(signupUrlUse.signupUrlId, input.signupUrlId),
        eq(signupUrlUse.waited, true),
        gt(signupUrlUse.joinedAt, input.since),
        sql`lower(${profile.email}) = lower(${input.email})`,
      ),
    )
    .orderBy(desc(signupUrlUse.joinedAt))
    .limit(input.most);
}

/** Returns the account's profile in this organization, the oldest if there are several. */
export async function profileOf(call: Call, appUserId: string) {
  const [row] = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.appUserId, appUserId)))
    .orderBy(profile.createdAt, profile.profileId)
    .limit(1);
  return row?.profileId ?? null;
}

/** Returns the child with this name and date of birth whose guardian the person is. */
export async function childNamed(
  call: Call,
  guardianProfileId: string,
  child: { firstName: string; lastName: string; dateOfBirth: string },
) {
  const [row] = await call.db
    .select({ profileId: profile.profileId })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(
      and(
        ours(guardianship, call),
        eq(guardianship.guardianProfileId, guardianProfileId),
        stillGuards(call),
        eq(profile.dateOfBirth, child.dateOfBirth),
        sql`lower(${profile.firstName}) = lower(${child.firstName})`,
        sql`lower(${profile.lastName}) = lower(${child.lastName})`,
      ),
    )
    .limit(1);
  return row?.profileId ?? null;
}

/** Returns the membership of a person at a level under a label. */
export async function membershipAt(call: Call, profileId: string, at: { levelId: string; labelId: string }) {
  const [row] = await call.db
    .select({ profileLevelAccessId: profileLevelAccess.profileLevelAccessId })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        eq(profileLevelAccess.profileId, profileId),
        eq(profileLevelAccess.levelId, at.levelId),
        eq(profileLevelAccess.labelId, at.labelId),
      ),
    );
  return row?.profileLevelAccessId ?? null;
}

type Child = { firstName: string; lastName: string; dateOfBirth: string };

/**
 * Lists at most 10 memberships at the same level and label of accounts with this address that was never confirmed: their own, or
 * those of a child of this name without another guardian.
 */
export async function unconfirmedClaims(
  call: Call,
  input: { levelId: string; labelId: string; email: string; appUserId: string; child?: Child | undefined },
) {
  const { child } = input;
  const claimant = and(
    ours(profile, call),
    sql`lower(${profile.email}) = lower(${input.email})`,
    isNull(profile.confirmedAt),
    ne(profile.appUserId, input.appUserId),
  );
  const theirs = aliasedTable(profile, "theirs");
  const others = aliasedTable(guardianship, "others");
  const people = child
    ? call.db
        .select({ profileId: theirs.profileId })
        .from(profile)
        .innerJoin(guardianship, onKey(guardianship.guardianProfileId, profile.profileId))
        .innerJoin(theirs, onKey(theirs.profileId, guardianship.childProfileId))
        .where(
          and(
            claimant,
            isNull(guardianship.endedAt),
            eq(theirs.dateOfBirth, child.dateOfBirth),
            sql`lower(${theirs.firstName}) = lower(${child.firstName})`,
            sql`lower(${theirs.lastName}) = lower(${child.lastName})`,
            notExists(
              call.db
                .select({ one: others.place })
                .from(others)
                .where(
                  and(
                    ours(others, call),
                    eq(others.childProfileId, theirs.profileId),
                    ne(others.guardianProfileId, profile.profileId),
                    isNull(others.endedAt),
                  ),
                ),
            ),
          ),
        )
        .limit(10)
    : call.db.select({ profileId: profile.profileId }).from(profile).where(claimant).limit(10);
  return call.db
    .select({
      profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
      profileId: profileLevelAccess.profileId,
    })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        inArray(profileLevelAccess.profileId, people),
        eq(profileLevelAccess.levelId, input.levelId),
        eq(profileLevelAccess.labelId, input.labelId),
      ),
    )
    .limit(10);
}
