import { setTimeout as wait } from "node:timers/promises";
import { miscounted } from "@touchline/api/modules/compliance/standing/actions/recount";
import { sweepSome } from "@touchline/api/modules/compliance/standing/actions/sweep";
import { checked } from "./assign.ts";
import { type Figure, ms, none, quantile } from "./figures.ts";
import { idOf, organizationId } from "./population.ts";
import { asker, closedLoop, closedLoopForSeconds, isGood } from "./requests.ts";
import type { Stage } from "./setup.ts";
import { depths, treeOf } from "./tree.ts";
import { timed } from "./writes.ts";

const org = `'${organizationId}'::uuid`;

/** Makes this many of 10,000 completions expire since the last sweep, others than before. */
async function expire({ pool }: Stage, from: number, share: number): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH due AS (
       SELECT requirement_id FROM requirement
       WHERE organization_id = ${org} AND status = 3 AND abs(hashint8(('x' || right(requirement_id::text, 8))::bit(32)::bigint)) % 10000 BETWEEN $1 AND $2
     ), expired AS (
       UPDATE attempt SET expires_at = now() - interval '1 hour' FROM due
       WHERE attempt.organization_id = ${org} AND attempt.requirement_id = due.requirement_id AND attempt.state = 'approved'
     )
     UPDATE requirement SET next_transition_at = now() - interval '1 hour' FROM due
     WHERE requirement.organization_id = ${org} AND requirement.requirement_id = due.requirement_id`,
    [from, from + share - 1],
  );
  return rowCount ?? 0;
}

/** The CTEs that set the status of everything that is due. */
const changed = `changed AS (
    UPDATE requirement SET status = 5, status_since = now(), next_transition_at = NULL
    WHERE organization_id = ${org} AND next_transition_at <= now()
    RETURNING requirement_id, profile_id, content_id
  ), whom AS (
    SELECT profile_id, array_agg(content_id) AS contents, count(*) AS lost FROM changed GROUP BY profile_id
  )`;

/** The CTEs that update each membership's standing, and what else `also` writes of it. */
const stood = (also = "") => `stood AS (
    UPDATE member_standing AS kept SET since = now(), statuses = kept.statuses | (1 << 5), ${also}
      overall_status = CASE kept.overall_status WHEN 'Cleared' THEN 'Incomplete' ELSE kept.overall_status END
    FROM whom WHERE kept.organization_id = ${org} AND kept.profile_id = whom.profile_id
    RETURNING whom.contents AS altered, old.overall_status AS was, old.statuses AS had, old.content_expiries AS had_days, new.*
  )`;
const inFull = `done = kept.done - whom.lost,
      content_statuses = (SELECT array_agg(CASE WHEN content_id = ANY (whom.contents) THEN 5 ELSE status END)
        FROM unnest(kept.contents, kept.content_statuses) AS each (content_id, status)),
      content_expiries = (SELECT array_agg(CASE WHEN content_id = ANY (whom.contents) THEN NULL ELSE day END)
        FROM unnest(kept.contents, kept.content_expiries) AS each (content_id, day)),`;
const counted = `members_counted AS (
    INSERT INTO member_count_delta
      (organization_id, member_count_delta_id, level_id, label_id, overall_status, statuses, members)
    SELECT ${org}, gen_random_uuid(), level_id, label_id, side.overall_status, side.statuses, sum(side.members)
    FROM stood CROSS JOIN LATERAL (VALUES (was, had, -1), (stood.overall_status, stood.statuses, 1))
      AS side (overall_status, statuses, members)
    GROUP BY level_id, label_id, side.overall_status, side.statuses HAVING sum(side.members) <> 0
  ), requirements_counted AS (
    INSERT INTO requirement_count_delta
      (organization_id, requirement_count_delta_id, level_id, content_id, status, members)
    SELECT ${org}, gen_random_uuid(), level_id, content_id, side.status, sum(side.members)
    FROM stood CROSS JOIN LATERAL unnest(altered) AS content_id CROSS JOIN (VALUES (3, -1), (5, 1)) AS side (status, members)
    GROUP BY level_id, content_id, side.status
  )`;
const expiriesCounted = `expiries_counted AS (
    INSERT INTO expiry_count_delta (organization_id, expiry_count_delta_id, level_id, expires_on, members)
    SELECT ${org}, gen_random_uuid(), level_id, ended, -count(*)
    FROM stood CROSS JOIN LATERAL unnest(had_days, content_expiries) AS each (ended, day)
    WHERE ended IS NOT NULL AND day IS NULL GROUP BY level_id, ended
  )`;
const details = `details AS (
    INSERT INTO requirement_event (organization_id, requirement_event_id, requirement_id, profile_id, content_id, kind,
      from_status, to_status, actor, at)
    SELECT ${org}, gen_random_uuid(), requirement_id, profile_id, content_id, 'status', 3, 5, 'system:bench', now() FROM changed
  ), stood_told AS (
    INSERT INTO member_event (organization_id, member_event_id, profile_level_access_id, profile_id, level_id, label_id,
      kind, from_status, to_status, actor, at)
    SELECT ${org}, gen_random_uuid(), profile_level_access_id, profile_id, level_id, label_id, 'status', was, overall_status,
      'system:bench', now()
    FROM stood WHERE was <> overall_status
  )`;
const inIndex = `
  UPDATE member_index SET overall_status = stood.overall_status, statuses = stood.statuses
  FROM stood
  JOIN level AS here ON here.organization_id = ${org} AND here.level_id = stood.level_id
  JOIN level_index AS large ON large.organization_id = ${org}
  JOIN level AS top ON top.organization_id = ${org} AND top.level_id = large.level_id AND here.pre BETWEEN top.pre AND top.last
  WHERE member_index.organization_id = ${org} AND member_index.level_id = large.level_id
    AND member_index.profile_level_access_id = stood.profile_level_access_id`;

/** Writes statuses, list entries, and counts in sets, without history and the basis of clearance. */
const leanest = `WITH ${[changed, stood(), counted].join(", ")} ${inIndex}`;
/** Writes all rows that the product writes: also each requirement's status for each membership, the days, and the history. */
const sameRows = `WITH ${[changed, stood(inFull), counted, expiriesCounted, details].join(", ")} ${inIndex}`;

/** The completions, of 10,000, that expire before each measurement, and before a warm-up. */
const [measured, warming] = [52, 4];

/**
 * Compares the sweep with the smallest statement that produces the same statuses, lists, and counts, and with one that writes
 * the same rows. Both receive the results as input, take no locks, and run in one step, so the difference is the cost of
 * computing them.
 */
export async function sweeping(stage: Stage): Promise<Figure[]> {
  let from = 0;
  const each = async (work: () => Promise<unknown>) => {
    await expire(stage, from, warming);
    await work();
    const due = await expire(stage, from + warming, measured);
    from += warming + measured;
    const time = await timed(work);
    return { due, time, each: time / due };
  };
  const ours = await each(async () => {
    while (await stage.asSystem(sweepSome));
  });
  // Run before the statements that leave something out. Unchanged statuses were never recorded.
  const wrong = await stage.asSystem(miscounted);
  const differing = (await checked(stage)).filter(({ what }) => what !== "membership");
  const lean = await each(() => stage.pool.query(leanest));
  const same = await each(() => stage.pool.query(sameRows));
  const figure = (name: string, beside: typeof lean, what: string): Figure => ({
    name,
    ratio: ours.each / beside.each,
    target: 1.3,
    atMost: true,
    details: `${ours.due} changes in ${ms(ours.time)}, ${what} ${beside.due} in ${ms(beside.time)}`,
  });
  return [
    figure("sweep", lean, "lean SQL"),
    figure("sweep compared to SQL that writes the same rows", same, "that SQL"),
    none("wrong counts after a sweep", wrong.length, JSON.stringify(wrong[0] ?? "none")),
    none("wrong statuses in a sample after a sweep", differing.length, JSON.stringify(differing[0] ?? "none")),
  ];
}

/** The changes of a large sweep: of five million requirements, 18,000 fall due in a day. */
const usualSweep = 18_000;

/** Measures lists while the product itself sweeps, and at other times. */
export async function listsDuringSweep(stage: Stage, seconds: number): Promise<Figure[]> {
  const tree = treeOf(stage.population.shape);
  const { token } = await stage.signIn(stage.people.admin.email);
  const headers = { authorization: `Bearer ${token}` };
  const list = () => {
    const { at, count } = tree[depths[Math.floor(Math.random() * depths.length)] ?? "root"];
    return {
      headers,
      path: `/api/app/hierarchy-level/${idOf("level", at(Math.floor(Math.random() * count)))}/members`,
    };
  };
  const { ask, close } = asker(stage.url);
  const askers = 2;
  await closedLoopForSeconds(ask, list, askers, 1);
  const before = await closedLoopForSeconds(ask, list, askers, seconds);
  const completed = stage.population.members * 3.5;
  await expire(stage, 200, Math.min(1000, Math.round((usualSweep / completed) * 10_000)));
  const due = await dueNow(stage);
  let left = due;
  let begun = Number.POSITIVE_INFINITY;
  const watching = async () => {
    for (const until = performance.now() + 300_000; left > 0; ) {
      const looked = performance.now();
      left = await dueNow(stage);
      if (left < due) begun = Math.min(begun, looked);
      if (looked > until) throw new Error(`The sweep didn't run: ${left} of ${due} changes are still due.`);
      await wait(50);
    }
  };
  const [answers] = await Promise.all([closedLoop(ask, list, askers, () => left > 0), watching()]);
  const swept = performance.now() - begun;
  const after = await closedLoopForSeconds(ask, list, askers, seconds);
  close();
  const during = answers.filter(({ at }) => at >= begun);
  if (![...before, ...during, ...after].every(isGood)) throw new Error("A list was refused.");
  const p99 = (answers: typeof during) =>
    quantile(
      answers.map(({ took }) => took),
      0.99,
    );
  const otherwise = p99([...before, ...after]);
  const details = `p99 ${ms(p99(during))} of ${during.length} during ${due} changes in ${ms(swept)}, otherwise ${ms(otherwise)}`;
  return [{ name: "lists during a sweep", ratio: p99(during) / otherwise, target: 2, atMost: true, details }];
}

async function dueNow({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM requirement WHERE organization_id = ${org} AND next_transition_at <= now()`,
  );
  return rows[0]?.due ?? 0;
}
