import { startLookingBack } from "@touchline/api/modules/reporting/timeline/actions/look-back";
import { continueLookingBack } from "@touchline/api/modules/reporting/timeline/actions/look-back-steps";
import { membersOfLookBack, shownLookBack } from "@touchline/api/modules/reporting/timeline/queries/look-back";
import { type Figure, ms, within } from "./figures.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";
import { timed } from "./writes.ts";

const org = `'${organizationId}'::uuid`;
/** The recorded status of each of the state's memberships, month by month. */
const records = 10;
const query = { search: "", overallStatuses: [], labels: [], requirementStatuses: [], perPage: 100 };

/**
 * Measures clubs and a state as of a past day, where each membership has a record for each of the last months, against the one
 * query that selects the last record of each before that day.
 */
export async function lookingBack(stage: Stage): Promise<Figure[]> {
  const { state, club, perState } = treeOf(stage.population.shape);
  const place = { pre: state.at(0), last: state.at(0) + perState - 1 };
  await record(stage, place);
  const asOf = new Date(Date.now() - 100 * 86_400_000).toISOString();
  const levelOf = (n: number) => idOf("level", n);
  const begin = (level: number) => stage.asSystem((call) => startLookingBack(call, { levelId: levelOf(level), asOf }));
  await begin(club.at(0));
  const clubs: number[] = [];
  for (let n = 1; n <= 5; n += 1) clubs.push(await timed(() => begin(club.at(n))));
  const bare = await timed(() => stage.pool.query(lastRecords(place, asOf)));
  let lookBackId = "";
  const first = await timed(async () => {
    lookBackId = await begin(state.at(0));
  });
  const steps: number[] = [];
  for (let more = true; more; ) {
    steps.push(
      await timed(async () => {
        more = await stage.asSystem((call) => continueLookingBack(call, lookBackId));
      }),
    );
  }
  const where = { levelId: levelOf(state.at(0)), lookBackId };
  const counts = await timed(() => stage.asSystem((call) => shownLookBack(call, where)));
  const page = await timed(() => stage.asSystem((call) => membersOfLookBack(call, where, query)));
  const rare = await timed(() =>
    stage.asSystem((call) => membersOfLookBack(call, where, { ...query, overallStatuses: ["NoRequirements"] })),
  );
  const { members } = await stage.asSystem((call) => shownLookBack(call, where));
  const whole = first + steps.reduce((sum, one) => sum + one, 0);
  const longest = within("past, slowest step of a state", Math.max(...steps), 1000, "ms");
  return [
    within("past, a club", Math.max(...clubs), 200, "ms"),
    within("past, first answer of a state", first, 1500, "ms"),
    { ...longest, details: `${longest.details}; ${members} members in ${steps.length + 1} steps and ${ms(whole)}` },
    {
      name: "past status of a state compared to the bare query",
      ratio: whole / bare,
      target: 6,
      atMost: true,
      details: `${ms(whole)}, the bare query ${ms(bare)}`,
    },
    within("past, counts of a state", counts, 200, "ms"),
    within("past, page of a state", Math.max(page, rare), 200, "ms"),
  ];
}

/** Inserts everyone's first record, and monthly records for the memberships of one state. */
async function record({ pool }: Stage, { pre, last }: { pre: number; last: number }): Promise<void> {
  await pool.query(`
    INSERT INTO member_event (organization_id, member_event_id, profile_level_access_id, profile_id, level_id, label_id, kind, actor, at)
    SELECT ${org}, gen_random_uuid(), profile_level_access_id, profile_id, level_id, label_id, 'joined', 'system:bench', joined_at
    FROM profile_level_access WHERE organization_id = ${org}`);
  await pool.query(`
    INSERT INTO standing_record (organization_id, standing_record_id, profile_level_access_id, profile_id, level_id, label_id, basis, at)
    SELECT ${org}, gen_random_uuid(), held.profile_level_access_id, held.profile_id, held.level_id, held.label_id, held.basis,
      now() - month * interval '30 days'
    FROM generate_series(${records}, 1, -1) AS month, (
      SELECT m.profile_level_access_id, m.profile_id, m.level_id, m.label_id, jsonb_build_object(
        'zone', 'America/New_York', 'confirmed', true, 'activated', true, 'disqualified', false,
        'demands', jsonb_agg(jsonb_build_object(
          'requirementId', owed.requirement_id, 'contentId', owed.content_id, 'assignmentIds', jsonb_build_array(demand.content_assignment_id),
          'mandatory', demand.mandatory, 'dueAt', NULL, 'payer', demand.payer, 'disqualified', false, 'openAttempt', NULL,
          'completion', CASE WHEN attempt.state = 'approved' THEN jsonb_build_object('attemptId', attempt.attempt_id,
            'completedAt', (extract(epoch FROM attempt.completed_at) * 1000)::bigint,
            'expiresAt', (extract(epoch FROM attempt.expires_at) * 1000)::bigint) END))) AS basis
      FROM level
      JOIN profile_level_access AS m ON m.organization_id = ${org} AND m.level_id = level.level_id
      JOIN demand ON demand.organization_id = ${org} AND demand.profile_level_access_id = m.profile_level_access_id
      JOIN requirement AS owed ON owed.organization_id = ${org} AND owed.requirement_id = demand.requirement_id
      LEFT JOIN attempt ON attempt.organization_id = ${org} AND attempt.requirement_id = owed.requirement_id
      WHERE level.organization_id = ${org} AND level.pre BETWEEN ${pre} AND ${last}
      GROUP BY m.profile_level_access_id, m.profile_id, m.level_id, m.label_id
    ) AS held`);
}

/** The minimum that has to be read: the last record before an instant, for each membership that existed here. */
const lastRecords = ({ pre, last }: { pre: number; last: number }, asOf: string) => `
  SELECT DISTINCT ON (event.profile_level_access_id) event.profile_level_access_id, record.label_id, record.basis
  FROM level
  JOIN member_event AS event ON event.organization_id = ${org} AND event.level_id = level.level_id AND event.kind IN ('joined', 'moved')
  CROSS JOIN LATERAL (
    SELECT label_id, level_id, basis FROM standing_record AS kept
    WHERE kept.organization_id = ${org} AND kept.profile_level_access_id = event.profile_level_access_id AND kept.at <= '${asOf}'
    ORDER BY kept.at DESC, kept.standing_record_id DESC LIMIT 1
  ) AS record
  WHERE level.organization_id = ${org} AND level.pre BETWEEN ${pre} AND ${last} AND record.level_id = level.level_id
    AND record.basis IS NOT NULL`;
