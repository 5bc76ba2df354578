import { setTimeout as wait } from "node:timers/promises";
import { sweepSome } from "@touchline/api/modules/standing/actions/sweep";
import { asker, forSeconds, inTurn, isGood } from "./asking.ts";
import { type Figure, ms, quantile } from "./figures.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./stage.ts";
import { depths, treeOf } from "./tree.ts";
import { timed } from "./writing.ts";

const org = `'${organizationId}'::uuid`;

/** Brings it about that so many of 10,000 completions have expired since the last sweep: others than before. */
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

/** The sweep beside the leanest statements that come to the same statuses. */
export async function sweeping(stage: Stage): Promise<Figure[]> {
  const { pool } = stage;
  const due = await expire(stage, 0, 52);
  const ours = await timed(async () => {
    while (await stage.asSystem(sweepSome));
  });
  const again = await expire(stage, 52, 52);
  const lean = await timed(() =>
    pool.query(`
      WITH changed AS (
        UPDATE requirement SET status = 5, status_since = now(), next_transition_at = NULL
        WHERE organization_id = ${org} AND next_transition_at <= now()
        RETURNING requirement_id, profile_id, content_id
      ), told AS (
        INSERT INTO requirement_event (organization_id, requirement_event_id, requirement_id, profile_id, content_id, kind,
          from_status, to_status, actor, at)
        SELECT ${org}, gen_random_uuid(), requirement_id, profile_id, content_id, 'status', 3, 5, 'system:bench', now() FROM changed
      )
      UPDATE member_standing SET overall_status = 'Incomplete', since = now()
      FROM changed WHERE member_standing.organization_id = ${org} AND member_standing.profile_id = changed.profile_id`),
  );
  const told = `${due} changes in ${ms(ours)}, lean SQL ${again} in ${ms(lean)}`;
  return [{ name: "sweep", ratio: ours / due / (lean / again), target: 1.3, atMost: true, told }];
}

/** Changes that a large sweep makes: of five million requirements 18,000 fall due in a day. */
const usualSweep = 18_000;

/** How lists fare while the product itself sweeps, beside how they fare otherwise. */
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
  await forSeconds(ask, list, askers, 1);
  const before = await forSeconds(ask, list, askers, seconds);
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
      if (looked > until) throw new Error(`The product has not swept: ${left} of ${due} are still due.`);
      await wait(50);
    }
  };
  const [asked] = await Promise.all([inTurn(ask, list, askers, () => left > 0), watching()]);
  const swept = performance.now() - begun;
  const after = await forSeconds(ask, list, askers, seconds);
  close();
  const during = asked.filter(({ at }) => at >= begun);
  if (![...before, ...during, ...after].every(isGood)) throw new Error("A list was refused.");
  const p99 = (answers: typeof during) =>
    quantile(
      answers.map(({ took }) => took),
      0.99,
    );
  const otherwise = p99([...before, ...after]);
  const told = `p99 ${ms(p99(during))} of ${during.length} during ${due} changes in ${ms(swept)}, else ${ms(otherwise)}`;
  return [{ name: "lists during a sweep", ratio: p99(during) / otherwise, target: 2, atMost: true, told }];
}

async function dueNow({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM requirement WHERE organization_id = ${org} AND next_transition_at <= now()`,
  );
  return rows[0]?.due ?? 0;
}
