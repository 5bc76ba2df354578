import { type OverallStatus, overallStatuses } from "@touchline/contract";
import { type Grant, isReviewer } from "@touchline/rules";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { accountPreference } from "../../../../schema/accounts.ts";
import { label } from "../../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { chosenByProfile, sendMail } from "../../../messages/index.ts";
import { actingAgain } from "../../../people/index.ts";
import { awaitingReview } from "../../../reviews/index.ts";
import { countedBelow } from "../../dashboard/queries/counts.ts";
import { personById } from "../queries/people.ts";

/** Levels in one digest, at most. */
const mostLevels = 5;

/**
 * Picks those of these people who look after others somewhere and chose to get digests.
 *
 * @param due.weekly whether weekly digests are due too.
 */
export async function whoGetsDigests(
  call: Call,
  profileIds: readonly string[],
  { weekly }: { weekly: boolean },
): Promise<string[]> {
  if (profileIds.length === 0) return [];
  const daily = eq(accountPreference.digest, "daily");
  const rows = await call.db
    .selectDistinct({ profileId: profileLevelAccess.profileId })
    .from(profileLevelAccess)
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
    .leftJoin(accountPreference, eq(accountPreference.appUserId, profile.appUserId))
    .where(
      and(
        ours(profileLevelAccess, call),
        inArray(profileLevelAccess.profileId, [...profileIds]),
        inArray(label.role, ["Manager", "Account Manager", "Director", "Admin"]),
        // Weekly is the default.
        weekly ? or(daily, isNull(accountPreference.digest), eq(accountPreference.digest, "weekly")) : daily,
      ),
    );
  return rows.map((row) => row.profileId);
}

/**
 * Emails somebody how the levels they look after stand, as on the dashboard at this moment, and what is pending their review;
 * nothing if everybody is cleared and nothing is pending, or if they don't want digests anymore. Once for each given day.
 */
export async function sendDigest(call: Call, { profileId, day }: { profileId: string; day: string }): Promise<void> {
  const as = await actingAgain(call, profileId);
  const person = await personById(call, profileId);
  const every = (await chosenByProfile(call, [profileId])).get(profileId)?.digest ?? "weekly";
  if (as?.actor.kind !== "person" || !person?.active || !person.email || every === "never") return;
  const { grants } = as.actor;
  const tops = topmost(grants.filter((one) => verdictOn(as, "members.see", { levelPre: one.pre }).allowed));
  const places = [];
  for (const { levelId } of tops.slice(0, mostLevels)) {
    const { rows } = await countedBelow(as, levelId, sql`true`);
    places.push({ levelId, members: overallOf(rows) });
  }
  const waiting = isReviewer(grants.map((one) => one.role)) ? await awaitingReview(as) : { count: 0, more: false };
  const openPlaces = places.filter(({ members }) => open(members) > 0);
  if (openPlaces.length === 0 && waiting.count === 0) return;
  const names = await levelNames(
    call,
    openPlaces.map((one) => one.levelId),
  );
  await sendMail(call, {
    kind: "digest",
    to: person.email,
    profileId,
    key: `digest:${profileId}:${day}`,
    fields: {
      firstName: person.firstName,
      organization: (await organizationFacts(call)).name,
      every,
      waiting,
      levels: openPlaces.map(({ levelId, members }) => ({ name: names.get(levelId) ?? "", members })),
      path: waiting.count > 0 ? "/review" : `/dashboard/${openPlaces[0]?.levelId}`,
    },
  });
}

/** Leaves out grants at a level below another grant's. */
function topmost(grants: readonly Grant[]): Grant[] {
  const tops = grants.filter(
    (one) => !grants.some((other) => other.levelId !== one.levelId && other.pre <= one.pre && one.pre <= other.last),
  );
  return [...new Map(tops.map((one) => [one.levelId, one])).values()].sort((a, b) => a.pre - b.pre);
}

type Members = readonly { status: OverallStatus; members: number }[];

function overallOf(rows: readonly { overallStatus: OverallStatus; members: number }[]): Members {
  return overallStatuses.flatMap((status) => {
    const members = rows.filter((row) => row.overallStatus === status).reduce((sum, row) => sum + row.members, 0);
    return members > 0 ? [{ status, members }] : [];
  });
}

/** Counts the members who aren't cleared but have requirements. */
const open = (members: Members) =>
  members
    .filter(({ status }) => !["Cleared", "Optional", "NoRequirements"].includes(status))
    .reduce((sum, one) => sum + one.members, 0);

async function levelNames(call: Call, levelIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await call.db
    .select({ levelId: level.levelId, name: level.name })
    .from(level)
    .where(and(ours(level, call), inArray(level.levelId, [...levelIds])));
  return new Map(rows.map((row) => [row.levelId, row.name]));
}
