import { setTimeout as wait } from "node:timers/promises";
import { bulkReview, reviewRequirement } from "@touchline/api/modules/reviews/actions/review";
import { sweepSome } from "@touchline/api/modules/standing/actions/sweep";
import type { ResponseOf } from "@touchline/contract";
import { checkRosterImport, getRosterImport, startRosterImport, uploadRoster } from "@touchline/contract/imports";
import { passwordMatches } from "@touchline/identity/passwords";
import pg from "pg";
import { measure } from "./load.ts";
import { organizationId } from "./population.ts";
import type { Stage } from "./stage.ts";

/** What something took beside the least that the same machine needs for it. */
export type Compared = { name: string; ratio: number; target: number; atMost: boolean; told: string };

const org = `'${organizationId}'::uuid`;

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const ms = (time: number) => (time < 10_000 ? `${time.toFixed(0)} ms` : `${(time / 1000).toFixed(1)} s`);

/** Connections of the application's role within the tenant. */
const tenantPool = (stage: Stage) =>
  new pg.Pool({ connectionString: stage.appUrl, max: 8, options: `-c app.organization_id=${organizationId}` });

/** Sign-ins a second beside the raw rate of the hash, and how others fare meanwhile. */
export async function signIns(stage: Stage, seconds: number): Promise<Compared[]> {
  const stored = await hashOf(stage);
  // As everywhere: what a server does for the first time is not measured.
  for (let n = 0; n < 40; n += 1) await stage.signIn(stage.email);
  let hashes = 0;
  const until = performance.now() + seconds * 1000;
  const hashing = async () => {
    for (; performance.now() < until; hashes += 1) await passwordMatches(stored, stage.password);
  };
  await Promise.all(Array.from({ length: 4 }, hashing));
  let signed = 0;
  const signing = async (end: number) => {
    for (; performance.now() < end; signed += 1) await stage.signIn(stage.email);
  };
  const byFour = () => Array.from({ length: 4 }, () => signing(performance.now() + seconds * 1000));
  await Promise.all(byFour());
  const alone = signed;
  const [others] = await Promise.all([
    measure({ url: stage.url, paths: ["/api/app/profile/level-roles"], token: stage.admin.token }, seconds, 1),
    ...byFour(),
  ]);
  const told = `${(alone / seconds).toFixed(1)}/s, hash ${(hashes / seconds).toFixed(1)}/s`;
  return [
    { name: "sign-in", ratio: alone / hashes, target: 0.9, atMost: false, told },
    {
      name: "p99 of others meanwhile",
      ratio: others.p99 / 500,
      target: 1,
      atMost: true,
      told: `${others.p99} ms of 500`,
    },
  ];
}

async function hashOf(stage: Stage): Promise<string> {
  const client = new pg.Client({ connectionString: stage.appUrl });
  await client.connect();
  const { rows } = await client.query<{ password_hash: string }>("SELECT password_hash FROM identity.account LIMIT 1");
  await client.end();
  return rows[0]?.password_hash ?? "";
}

/** Brings it about that so many of 10,000 completions have expired since the last sweep: others than before. */
async function expire(pool: pg.Pool, from: number, share: number): Promise<number> {
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
export async function sweeping(stage: Stage): Promise<Compared[]> {
  const pool = tenantPool(stage);
  const due = await expire(pool, 0, 52);
  const ours = await timed(async () => {
    while (await stage.asSystem(sweepSome));
  });
  const again = await expire(pool, 52, 52);
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
  await pool.end();
  const told = `${due} changes in ${ms(ours)}, lean SQL ${again} in ${ms(lean)}`;
  return [{ name: "sweep", ratio: ours / due / (lean / again), target: 1.3, atMost: true, told }];
}

type Pending = { requirementId: string; profileLevelAccessId: string };

/** Reviews by eight at once beside bare updates, and a thousand at once beside a statement that does no more. */
export async function reviewing(stage: Stage): Promise<Compared[]> {
  const pool = tenantPool(stage);
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
  await pool.end();
  const each = (time: number, work: Pending[]) => time / work.length;
  return [
    {
      name: "review, 8 writers",
      ratio: each(ours, single) / each(least, bare),
      target: 2.5,
      atMost: true,
      told: `${each(ours, single).toFixed(1)} ms each, bare update ${each(least, bare).toFixed(1)} ms`,
    },
    {
      name: `bulk review of ${bulk.length}`,
      ratio: many / 1000,
      target: 1,
      atMost: true,
      told: `${ms(many)} of 1 s`,
    },
  ];
}

/** A roster of 10,000 rows through the product beside the set-based insert of as many people. */
export async function importing(stage: Stage): Promise<Compared[]> {
  const rows = 10_000;
  const clubs = stage.population.members / 20;
  const lines = ["Name,Last Name,Email,Level/Team,Role,Requires Guardian"];
  for (let n = 0; n < rows; n += 1) {
    lines.push(`Rosa${n},Import${n % 977},,Level ${levelNumber(stage, n % clubs)},Volunteer,No`);
  }
  const token = await stage.signIn(stage.email);
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append("file", new File([lines.join("\n")], "roster.csv", { type: "text/csv" }));
  const ask = async (method: string, path: string, body?: unknown) => {
    const json =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } };
    const answer = await fetch(`${stage.url}${path}`, { method, headers, ...json });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const uploaded = await fetch(`${stage.url}${uploadRoster.path}`, { method: "POST", headers, body: form });
  const { rosterImportId } = (await uploaded.json()) as { rosterImportId: string };
  const at = (path: string) => path.replace("{id}", rosterImportId);
  const present = async () => (await ask("GET", at(getRosterImport.path))) as ResponseOf<typeof getRosterImport>;
  const reaches = async (state: string) => {
    for (;;) {
      const now = await present();
      if (now.state === state) return now;
      if (now.state === "failed") throw new Error(now.failure ?? "the import failed");
      await wait(100);
    }
  };
  const checking = await timed(async () => {
    const { mapping } = await present();
    await ask("PUT", at(checkRosterImport.path), mapping);
    const { fates } = await reaches("checked");
    if (fates.create !== rows) throw new Error(`${rows} people were expected: ${JSON.stringify(fates)}`);
  });
  const writing = await timed(async () => {
    await ask("POST", at(startRosterImport.path), { invite: false });
    await reaches("done");
  });
  const bare = (stage.population.insertSeconds * 1000 * rows) / stage.population.members;
  return [
    {
      name: "import of 10,000 rows",
      ratio: writing / bare,
      target: 5,
      atMost: true,
      told: `${ms(writing)} after a check of ${ms(checking)}, bare insert ${ms(bare)}`,
    },
  ];
}

/** The preorder number, and so the name, of the n-th club. */
function levelNumber({ population: { shape } }: Stage, club: number): number {
  const perDistrict = shape.clubs + 1;
  const perState = shape.districts * perDistrict + 1;
  const ofState = shape.districts * shape.clubs;
  const within = club % ofState;
  return (
    1 +
    Math.floor(club / ofState) * perState +
    1 +
    Math.floor(within / shape.clubs) * perDistrict +
    1 +
    (within % shape.clubs)
  );
}
