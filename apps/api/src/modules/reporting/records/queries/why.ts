import type { RequirementType } from "@touchline/contract";
import type { OverallRuleName } from "@touchline/contract/compliance/why";
import {
  type Basis,
  bringsAbout,
  factsAt,
  nextOverall,
  nextStatus,
  overallRungs,
  statusFactsOf,
  statusRungs,
} from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { invalid, notFound } from "../../../../errors.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { overallFacts, readPeople, recordOf } from "../../../compliance/index.ts";
import { notesOn } from "../../../reviews/index.ts";
import { personBehind } from "../../timeline/queries/person.ts";
import { assignmentsOf } from "./why-assignments.ts";
import { barredBy, eventsOf, evidenceOf, openActs, overallSince } from "./why-evidence.ts";
import { sparedThen } from "./why-exemptions.ts";
import { ids, iso, type StatusQuery, type Stood, type Why } from "./why-query.ts";

/**
 * Explains why a membership has its status, or had it at a past instant: the rules that were evaluated, the facts of each
 * requirement, and why it is owed. A fixed number of statements, however many requirements there are.
 *
 * @throws NotFound, also for an instant without records or out of sight; Forbidden; 400 for a future one.
 */
export async function whyOf(call: Call, profileLevelAccessId: string, instant: string | undefined): Promise<Why> {
  const past = await personBehind(call, profileLevelAccessId);
  const at = instant === undefined ? call.now : new Date(instant);
  if (at > call.now) throw invalid("at", "This date is in the future. Choose one in the past.");
  if (past.until !== null && at > past.until) throw notFound("history");
  const query: StatusQuery = { past, profileLevelAccessId, at, isPast: instant !== undefined };
  const stood = query.isPast ? await recorded(call, query) : await present(call, query);
  const { basis } = stood;
  const now = at.getTime();
  const facts = factsAt(basis, now);
  const rules = overallRungs(facts);
  const deciding = rules.find((one) => one.decides) as (typeof rules)[number];
  const [place, contents, assignments, evidence, events, spared, since] = await Promise.all([
    placeOf(call, stood),
    contentsOf(call, basis),
    assignmentsOf(call, query, basis),
    evidenceOf(call, past.profileId, basis),
    eventsOf(call, query, basis),
    sparedThen(call, query, stood),
    overallSince(call, query),
  ]);
  const reviews = (type: RequirementType) =>
    verdictOn(call, "requirements.review", { ...past.target, requirementType: type }).allowed;
  const acts = events.flatMap((one) => one.acts.map((act) => ({ ...act, requirementId: one.requirementId })));
  const noted = acts.filter(({ requirementId }) => reviews(contents.get(contentOf(basis, requirementId))?.type ?? 3));
  const notes = await notesOn(
    call,
    noted.map((act) => act.id),
  );
  return {
    profileLevelAccessId,
    profileId: past.profileId,
    at: at.toISOString(),
    past: query.isPast,
    ...place,
    overallStatus: deciding.status,
    since,
    rules,
    next: statusChange(nextOverall(basis, now)),
    rejectedElsewhere: basis.disqualified && !basis.demands.some((one) => one.disqualified),
    requirements: basis.demands
      .map((one, index) => {
        const content = contents.get(one.contentId);
        const type = content?.type ?? (0 as RequirementType);
        const { status = 0 } = facts.demands[index] ?? {};
        const statusFacts = statusFactsOf(basis, one);
        const history = events.find((row) => row.requirementId === one.requirementId);
        const decided = one.completion && evidence.get(one.completion.attemptId);
        const mayReadActs = reviews(type);
        return {
          requirementId: one.requirementId,
          contentId: one.contentId,
          name: content?.name ?? "",
          type,
          status,
          since: iso(history?.since),
          decides: bringsAbout(deciding.rule as OverallRuleName, { mandatory: one.mandatory, status }),
          mandatory: one.mandatory,
          dueAt: iso(one.dueAt),
          rules: statusRungs(statusFacts, now).map((rung) => ({ ...rung, at: iso(rung.at) })),
          next: statusChange(nextStatus(statusFacts, now)),
          counts: one.completion && {
            attemptId: one.completion.attemptId,
            completedAt: new Date(one.completion.completedAt).toISOString(),
            expiresAt: iso(one.completion.expiresAt),
            submittedAt: iso(decided?.submitted_at),
            decidedAt: iso(decided?.decided_at),
            decision: decided?.decision ?? null,
            reviewerName: decided?.reviewer ?? null,
            way: decided?.way ?? "accepted",
            markedByName: decided?.marked_by ?? null,
            extendedUntil: decided?.extended_until ?? null,
          },
          open: one.openAttempt && { state: one.openAttempt, since: iso(history?.states[one.openAttempt]) },
          barred: one.disqualified ? barredBy(evidence, one.requirementId) : null,
          acts: (history?.acts ?? [])
            .filter((act) => mayReadActs || openActs.includes(act.kind))
            .map((act) => ({
              kind: act.kind,
              at: new Date(act.at).toISOString(),
              actorName: act.actor,
              reason: notes.get(act.id) ?? null,
            })),
          graceUntil: spared.graces.get(one.contentId) ?? null,
          owedBy: one.assignmentIds.flatMap((id) => assignments(id, one.requirementId)),
          formerExemptions: spared.former.filter((row) => row.contentId === one.contentId),
        };
      })
      .sort((a, b) => Number(b.decides) - Number(a.decides) || (a.name < b.name ? -1 : 1)),
    exemptions: spared.holding,
  };
}

const statusChange = <Status>(next: { at: number; status: Status } | null) =>
  next && { at: new Date(next.at).toISOString(), status: next.status };

const contentOf = (basis: Basis, requirementId: string) =>
  basis.demands.find((one) => one.requirementId === requirementId)?.contentId ?? "";

async function present(call: Call, { past, profileLevelAccessId }: StatusQuery): Promise<Stood> {
  const people = await readPeople(call, [past.profileId]);
  const membership = people.memberships.find((one) => one.profileLevelAccessId === profileLevelAccessId);
  if (!membership) throw notFound("member");
  const { basis } = recordOf(membership, overallFacts(people, membership, call.now), people.zone).record;
  return { levelId: membership.levelId, labelId: membership.labelId, basis: basis as Basis };
}

/**
 * Returns the last record before an instant.
 *
 * @throws NotFound if there is none, the membership had ended, or it was out of sight.
 */
async function recorded(call: Call, { past, profileLevelAccessId, at }: StatusQuery): Promise<Stood> {
  const { rows } = await call.db.execute<{
    level_id: string;
    label_id: string;
    pre: number | null;
    basis: Basis | null;
  }>(sql`
    SELECT record.level_id, record.label_id, record.basis, level.pre FROM standing_record AS record
    LEFT JOIN level ON level.organization_id = record.organization_id AND level.level_id = record.level_id
    WHERE record.organization_id = ${call.organizationId} AND record.profile_level_access_id = ${profileLevelAccessId}
      AND record.at <= ${at.toISOString()}::timestamptz
    ORDER BY record.at DESC, record.standing_record_id DESC LIMIT 1`);
  const [row] = rows;
  if (!row?.basis || !past.within(row.pre)) throw notFound("history");
  return { levelId: row.level_id, labelId: row.label_id, basis: row.basis };
}

/** Reads the names of the level and the label as they are today. */
async function placeOf(call: Call, { levelId, labelId }: Stood) {
  const { rows } = await call.db.execute<{ level: string | null; label: string | null }>(sql`
    SELECT (SELECT name FROM level WHERE organization_id = ${call.organizationId} AND level_id = ${levelId}) AS level,
      (SELECT name FROM label WHERE organization_id = ${call.organizationId} AND label_id = ${labelId}) AS label`);
  return { labelName: rows[0]?.label ?? "A former role", levelName: rows[0]?.level ?? "a former level" };
}

async function contentsOf(call: Call, basis: Basis) {
  const { rows } = await call.db.execute<{ id: string; name: string; type: RequirementType }>(sql`
    SELECT content_id AS id, name, type FROM content
    WHERE organization_id = ${call.organizationId}
      AND content_id = ANY(${ids(basis.demands.map((one) => one.contentId))})`);
  return new Map(rows.map((row) => [row.id, row]));
}
