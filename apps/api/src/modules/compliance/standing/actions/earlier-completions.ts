import type { AttemptState } from "@touchline/contract";
import type { Validity } from "@touchline/contract/library/content-settings";
import { dayOf, expiryOf, nextAttemptState, startOfDay, tieRefusal } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { actingRole, relationTo, tookPart } from "../../../../security/authorize.ts";
import { partiesTo } from "../queries/parties.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { lockPeople } from "./lock-people.ts";
import { recordRequirementEvents } from "./record.ts";
import { restand } from "./restand.ts";
import { latestAttemptFirst } from "./transition.ts";

/** A completion from earlier, on paper or in another system. */
export type EarlierCompletion = {
  profileId: string;
  contentId: string;
  /** The day of completion, in the organization's zone. */
  completedOn: string;
  /** The last valid day, for content whose validity is set with each completion. */
  validUntil: string | null;
};

/**
 * The outcome of an earlier completion. `notOwed`: the person has no such requirement; `inHand`: a submission is open, which
 * its reviewer decides; `barred`: disqualified; `known`: a completion of that day or a later one counts already; `future`: the
 * day has not come; `noEnd`: the last valid day is missing or lies before the completion; `tied`: it is the importer's own, or
 * of somebody for whom they acted as a guardian.
 */
export type EarlierOutcome = "recorded" | "notOwed" | "inHand" | "barred" | "known" | "future" | "noEnd" | "tied";

type Found = {
  place: number;
  requirement_id: string;
  profile_level_access_id: string;
  level_id: string;
  content_version_id: string;
  validity: Validity;
  state: AttemptState | null;
  voided: boolean;
  counted: number | null;
  parties: string[];
};

/** Returns the outcome each completion would have, in order, without recording any. The caller authorizes. */
export async function judgeEarlierCompletions(
  call: Call,
  completions: readonly EarlierCompletion[],
): Promise<EarlierOutcome[]> {
  return completions.length === 0 ? [] : (await judgeAll(call, completions)).outcomes;
}

/**
 * Records earlier completions, each as an approved attempt with history, and derives the statuses. The number of statements
 * doesn't grow with the number of completions, of which there are at most some thousand. The caller authorizes.
 *
 * @returns one outcome for each, in that order; completions that aren't recorded change nothing.
 */
export async function recordEarlierCompletions(
  call: Call,
  completions: readonly EarlierCompletion[],
): Promise<EarlierOutcome[]> {
  if (completions.length === 0) return [];
  await lockPeople(
    call,
    completions.map((one) => one.profileId),
  );
  const { outcomes, recorded } = await judgeAll(call, completions);
  if (recorded.length === 0) return outcomes;
  await insertRows(
    call,
    attempt,
    recorded.map(({ one, owed, attemptId, completedAt, expiresAt, to }) => ({
      organizationId: call.organizationId,
      attemptId,
      requirementId: owed.requirement_id,
      profileLevelAccessId: owed.profile_level_access_id,
      levelId: owed.level_id,
      contentVersionId: owed.content_version_id,
      state: to,
      completedAt,
      expiresAt,
      validUntil: one.validUntil,
      decidedAt: call.now,
      createdBy: actingProfile(call) ?? one.profileId,
      createdAs: actingRole(call, one.profileId),
      createdAt: call.now,
    })),
  );
  await keepAttempts(
    call,
    recorded.map((one) => one.attemptId),
  );
  await recordRequirementEvents(
    call,
    recorded.flatMap(({ one, owed, attemptId, to }) => {
      const subject = {
        requirementId: owed.requirement_id,
        profileId: one.profileId,
        contentId: one.contentId,
        profileLevelAccessId: owed.profile_level_access_id,
        attemptId,
      };
      return [
        { ...subject, kind: "attempt" as const, fromState: null, toState: to },
        { ...subject, kind: "carriedOver" as const, fromState: null, toState: null },
      ];
    }),
  );
  await restand(
    call,
    recorded.map(({ one }) => one.profileId),
  );
  return outcomes;
}

type AcceptedCompletion = Extract<Verdict, object> & { one: EarlierCompletion; owed: Found; attemptId: string };

async function judgeAll(call: Call, completions: readonly EarlierCompletion[]) {
  const { timeZone: zone } = await organizationFacts(call);
  const found = await requirementsOf(call, completions);
  const taken = new Set<string>();
  const outcomes: EarlierOutcome[] = [];
  const recorded: AcceptedCompletion[] = [];
  for (const [index, one] of completions.entries()) {
    const owed = found.get(index);
    if (!owed) {
      outcomes.push("notOwed");
      continue;
    }
    const judged = judge(call, one, owed, zone);
    const verdict = typeof judged !== "string" && taken.has(owed.requirement_id) ? "known" : judged;
    if (typeof verdict === "string") {
      outcomes.push(verdict);
      continue;
    }
    taken.add(owed.requirement_id);
    recorded.push({ one, owed, ...verdict, attemptId: newId() });
    outcomes.push("recorded");
  }
  return { outcomes, recorded };
}

type Verdict =
  | Exclude<EarlierOutcome, "recorded" | "notOwed">
  | { to: AttemptState; completedAt: Date; expiresAt: Date | null };

/** Returns from when and until when a completion will be valid, or why it isn't recorded. */
function judge(call: Call, one: EarlierCompletion, owed: Found, zone: string): Verdict {
  const ties = { ...relationTo(call, one.profileId), tookPart: tookPart(call, owed.parties) };
  if (tieRefusal(ties) !== null) return "tied";
  const today = dayOf(call.now.getTime(), zone);
  if (one.completedOn > today) return "future";
  const completedAt = one.completedOn < today ? startOfDay(one.completedOn, zone) : call.now.getTime();
  const reinstated = owed.state === "disqualified" && owed.voided;
  const next = nextAttemptState(reinstated ? null : owed.state, { kind: "completedWithoutUpload" });
  if (!("to" in next)) return "barred";
  if (next.supersedes) return "inHand";
  if (owed.counted !== null && owed.counted >= completedAt) return "known";
  const givenDay = one.validUntil;
  if (owed.validity.type === "PerRequirement" && (givenDay === null || givenDay < one.completedOn)) return "noEnd";
  const expiresAt = expiryOf(owed.validity, { completedAt, givenDay }, zone);
  return {
    to: next.to,
    completedAt: new Date(completedAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
}

/** Returns the requirement of each completion by its index, with its attempts; completions without a requirement are left out. */
async function requirementsOf(call: Call, completions: readonly EarlierCompletion[]): Promise<Map<number, Found>> {
  const { rows } = await call.db.execute<Found>(sql`
    SELECT (given.place - 1)::int AS place, requirement.requirement_id, owed.profile_level_access_id, owed.level_id,
           content_version.content_version_id, content_version.settings -> 'validity' AS validity,
           present.state, coalesce(present.voided, false) AS voided, counted.at AS counted,
           ${partiesTo(call, sql`requirement.requirement_id`)} AS parties
    FROM unnest(
      ${sql.param(completions.map((one) => one.profileId))}::uuid[],
      ${sql.param(completions.map((one) => one.contentId))}::uuid[]
    ) WITH ORDINALITY AS given (profile_id, content_id, place)
    JOIN requirement
      ON requirement.organization_id = ${call.organizationId}
      AND requirement.profile_id = given.profile_id AND requirement.content_id = given.content_id
    JOIN content
      ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
    JOIN content_version
      ON content_version.organization_id = content.organization_id
      AND content_version.content_version_id = content.current_version_id
    CROSS JOIN LATERAL (
      SELECT demand.profile_level_access_id, membership.level_id FROM demand
      JOIN profile_level_access AS membership ON membership.organization_id = demand.organization_id
        AND membership.profile_level_access_id = demand.profile_level_access_id
      WHERE demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id
      ORDER BY demand.profile_level_access_id LIMIT 1
    ) AS owed
    LEFT JOIN LATERAL (
      SELECT attempt.state, attempt.voided_at IS NOT NULL AS voided FROM attempt
      WHERE attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id
      ORDER BY ${sql.join(latestAttemptFirst, sql`, `)} LIMIT 1
    ) AS present ON true
    LEFT JOIN LATERAL (
      SELECT (extract(epoch FROM max(attempt.completed_at)) * 1000)::float8 AS at FROM attempt
      WHERE attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id
        AND attempt.state = 'approved' AND attempt.voided_at IS NULL
    ) AS counted ON true`);
  return new Map(rows.map((row) => [row.place, row]));
}
