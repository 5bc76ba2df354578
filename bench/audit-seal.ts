import { sealSome } from "@touchline/api/modules/reporting/audit/actions/seal";
import { reviewRequirement } from "@touchline/api/modules/reviews/reviews/actions/review";
import { type Figure, ms, quantile, within } from "./figures.ts";
import { organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { timed } from "./writes.ts";

const org = `'${organizationId}'::uuid`;
const wanted = 100_000;

/** Measures sealing 100,000 rows of the audit log while reviewers decide, and the daily check of everything that is sealed. */
export async function sealing(stage: Stage): Promise<Figure[]> {
  await sealedUp(stage);
  await stage.pool.query(
    `INSERT INTO audit_event (organization_id, audit_event_id, action, subject_id, facts, actor, at)
     SELECT ${org}, gen_random_uuid(), 'person.added', gen_random_uuid(), '{}', 'system:bench', now()
     FROM generate_series(1, ${wanted})`,
  );
  const alone = await reviews(stage, 50);
  const first = await sequenceOf(stage);
  let decided: number[] = [];
  const begun = performance.now();
  const [steps] = await Promise.all([
    sealedUp(stage),
    reviews(stage, 50).then((took) => {
      decided = took;
    }),
  ]);
  const took = performance.now() - begun;
  const rows = (await sequenceOf(stage)) - first;
  await stage.pool.query(`UPDATE audit_head SET whole_at = NULL WHERE organization_id = ${org}`);
  const whole = await sealedUp(stage);
  const entries = await sequenceOf(stage);
  const longest = within("seal, slowest step", Math.max(...steps), 1000, "ms");
  const p95 = (times: readonly number[]) => quantile(times, 0.95);
  const perSecond = Math.round(rows / (took / 1000));
  return [
    {
      ...longest,
      details: `${longest.details}; ${rows} rows in ${steps.length} steps and ${ms(took)}: ${perSecond} a second`,
    },
    {
      ...within("reviews while it seals, p95", p95(decided), 500, "ms"),
      details: `${ms(p95(decided))} of 500, alone ${ms(p95(alone))}`,
    },
    {
      ...within("pass over everything, slowest step", Math.max(...whole), 1000, "ms"),
      details: `${ms(Math.max(...whole))} of 1000; ${entries} entries in ${whole.length} steps and ${ms(whole.reduce((sum, one) => sum + one, 0))}`,
    },
  ];
}

/** Seals until nothing is left. @returns the time of each step. */
async function sealedUp(stage: Stage): Promise<number[]> {
  const steps: number[] = [];
  for (let more = true; more; ) {
    steps.push(
      await timed(async () => {
        more = await stage.asSystem((call) => sealSome(call));
      }),
    );
  }
  return steps;
}

async function sequenceOf({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ sequence: string }>(
    `SELECT sequence FROM audit_head WHERE organization_id = ${org}`,
  );
  return Number(rows[0]?.sequence ?? 0);
}

/** Measures this many decisions, one after the other. */
async function reviews(stage: Stage, count: number): Promise<number[]> {
  const { rows } = await stage.pool.query<{ requirementId: string; profileLevelAccessId: string }>(
    `SELECT requirement_id AS "requirementId", profile_level_access_id AS "profileLevelAccessId" FROM attempt
     WHERE organization_id = ${org} AND state = 'pendingReview' ORDER BY attempt_id LIMIT ${count}`,
  );
  const took: number[] = [];
  for (const one of rows) {
    const review = { ...one, reviewDecision: "Approved", reviewNotes: "" } as const;
    took.push(await timed(() => stage.asSystem((call) => reviewRequirement(call, review))));
  }
  return took;
}
