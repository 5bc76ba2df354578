import { bulkReview, reviewRequirement } from "@touchline/api/modules/reviews/reviews/actions/review";
import { passwordMatches } from "@touchline/identity/passwords";
import pg from "pg";
import { type Figure, within } from "./figures.ts";
import { measure } from "./load.ts";
import { organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { tries } from "./sign-in-attempts.ts";

const org = `'${organizationId}'::uuid`;

export const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/**
 * Runs a statement and rolls it back.
 *
 * @param after another one, right after the first.
 * @returns the first result, and the time of both in milliseconds.
 */
export async function takenBack<Row extends pg.QueryResultRow>(
  { pool }: Stage,
  text: string,
  values: unknown[],
  after?: string,
) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const begun = performance.now();
    const { rows, rowCount } = await client.query<Row>(text, values);
    if (after) await client.query(after);
    return { rows, rowCount: rowCount ?? 0, time: performance.now() - begun };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** Compares logins per second with the raw rate of the hash, and measures other requests at the same time. */
export async function signIns(stage: Stage, seconds: number): Promise<Figure[]> {
  const stored = await hashOf(stage);
  // As everywhere, a server's first request of a kind isn't measured.
  for (let n = 0; n < 40; n += 1) await stage.signIn(stage.people.admin.email);
  let hashes = 0;
  const until = performance.now() + seconds * 1000;
  const hashing = async () => {
    for (; performance.now() < until; hashes += 1) await passwordMatches(stored, stage.password);
  };
  await Promise.all(Array.from({ length: 4 }, hashing));
  let signed = 0;
  const signing = async (end: number) => {
    for (; performance.now() < end; signed += 1) await stage.signIn(stage.people.admin.email);
  };
  const byFour = () => Array.from({ length: 4 }, () => signing(performance.now() + seconds * 1000));
  await Promise.all(byFour());
  const alone = signed;
  const { token } = await stage.signIn(stage.people.admin.email);
  const [others] = await Promise.all([
    measure({ url: stage.url, paths: ["/api/app/profile/level-roles"], token }, seconds, 1),
    ...byFour(),
  ]);
  const details = `${(alone / seconds).toFixed(1)}/s, hash ${(hashes / seconds).toFixed(1)}/s`;
  return [
    { name: "sign-in", ratio: alone / hashes, target: 0.9, atMost: false, details },
    within("p99 of other clients meanwhile", others.p99, 500, "ms"),
    ...(await manyTries(stage, token)),
  ];
}

/** The accounts whose passwords are guessed at the same time, so many that none gets locked. */
const guessed = 60;

async function manyTries(stage: Stage, token: string): Promise<Figure[]> {
  const { url, password, people } = stage;
  const others: string[] = [];
  for (let n = 0; n < guessed; n += 1) others.push((await stage.join("manager", 1)).email);
  const meanwhile = () => ({ path: "/api/app/profile/level-roles", headers: { authorization: `Bearer ${token}` } });
  return tries({ url, right: { email: people.admin.email, password }, others, meanwhile }, 20);
}

async function hashOf(stage: Stage): Promise<string> {
  const client = new pg.Client({ connectionString: stage.identityUrl });
  await client.connect();
  const { rows } = await client.query<{ password_hash: string }>("SELECT password_hash FROM identity.account LIMIT 1");
  await client.end();
  return rows[0]?.password_hash ?? "";
}

type Pending = { requirementId: string; profileLevelAccessId: string };

/** Compares reviews by eight reviewers with bare updates, and a bulk review of a thousand with one statement. */
export async function reviewing(stage: Stage): Promise<Figure[]> {
  const { pool } = stage;
  const { rows: pending } = await pool.query<Pending>(`
    SELECT requirement_id AS "requirementId", profile_level_access_id AS "profileLevelAccessId" FROM attempt
    WHERE organization_id = ${org} AND state = 'pendingReview' ORDER BY attempt_id LIMIT 1400`);
  const single = pending.slice(0, 200);
  const bare = pending.slice(200, 400);
  const bulk = pending.slice(400);
  const byEight = async (work: Pending[], write: (one: Pending) => Promise<unknown>) => {
    const queue = [...work];
    const writer = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await write(next);
    };
    await Promise.all(Array.from({ length: 8 }, writer));
  };
  const review = { reviewDecision: "Approved", reviewNotes: "" } as const;
  const ours = await timed(() =>
    byEight(single, (one) => stage.asSystem((call) => reviewRequirement(call, { ...one, ...review }))),
  );
  const least = await timed(() =>
    byEight(bare, async ({ requirementId }) => {
      const client = await pool.connect();
      await client.query("BEGIN");
      await client.query(
        `UPDATE attempt SET state = 'approved', decided_at = now()
        WHERE organization_id = ${org} AND requirement_id = $1 AND state = 'pendingReview'`,
        [requirementId],
      );
      await client.query(
        `UPDATE requirement SET status = 3, status_since = now()
        WHERE organization_id = ${org} AND requirement_id = $1`,
        [requirementId],
      );
      await client.query("COMMIT");
      client.release();
    }),
  );
  const many = await timed(() => stage.asSystem((call) => bulkReview(call, { requirements: bulk, review })));
  const each = (time: number, work: Pending[]) => time / work.length;
  return [
    {
      name: "review, 8 writers",
      ratio: each(ours, single) / each(least, bare),
      target: 2.5,
      atMost: true,
      details: `${each(ours, single).toFixed(1)} ms each, bare update ${each(least, bare).toFixed(1)} ms`,
    },
    within(`bulk review of ${bulk.length}`, many, 1000, "ms"),
  ];
}
