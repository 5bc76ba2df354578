import { type Figure, ms, quantile, within } from "./figures.ts";
import { organizationId } from "./population.ts";
import { asker, type BenchRequest, isGood } from "./requests.ts";
import type { Stage } from "./setup.ts";

/** Fewer calls than an organization's keys may make at the same time. */
const calls = { one: 400, many: 60 };
const warming = 20;
const batch = 1000;
/** The limits that the specification sets for the gate, in milliseconds. */
const targets = { one: 50, many: 300 };

type Check = { externalId: string; levelId: string };

/** Measures the roster gate: the 99th percentile of single checks, and of batches, one after another with an API key. */
export async function gating(stage: Stage): Promise<Figure[]> {
  const org = `'${organizationId}'::uuid`;
  await stage.pool.query(`
    INSERT INTO external_identity (organization_id, integration_source, site_id, external_id, profile_id, created_at)
    SELECT ${org}, 'LeagueApps', 'bench', 'member-' || row_number() OVER (ORDER BY profile_id), profile_id, now()
    FROM (SELECT DISTINCT profile_id FROM profile_level_access WHERE organization_id = ${org}) AS people
    ON CONFLICT DO NOTHING`);
  const { rows } = await stage.pool.query<Check>(`
    SELECT known.external_id AS "externalId", pla.level_id AS "levelId"
    FROM external_identity AS known JOIN profile_level_access AS pla
      ON pla.organization_id = ${org} AND pla.profile_id = known.profile_id
    WHERE known.organization_id = ${org} ORDER BY md5(known.external_id) LIMIT 20000`);
  const { token } = await stage.signIn(stage.people.admin.email);
  const { ask, close } = asker(stage.url);
  try {
    let key = "";
    await ask({
      path: "/api/app/integrations/api-keys",
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: { name: "Bench", scopes: ["eligibility.read"] },
      read: (text) => {
        key = (JSON.parse(text) as { key: string }).key;
      },
    });
    const headers = { authorization: `Bearer ${key}` };
    const checkAt = (n: number) => rows[n % rows.length] as Check;
    const one = (n: number): BenchRequest => ({
      path: `/api/v1/eligibility?${new URLSearchParams(checkAt(n))}`,
      headers,
    });
    const many = (n: number): BenchRequest => ({
      path: "/api/v1/eligibility",
      method: "POST",
      headers,
      body: { checks: Array.from({ length: Math.min(batch, rows.length) }, (_, index) => checkAt(n * batch + index)) },
    });
    /** Returns the times of this many calls. The first ones are left out. */
    const timesOf = async (next: (n: number) => BenchRequest, count: number) => {
      const times: number[] = [];
      for (let n = 0; n < count + warming; n += 1) {
        const answer = await ask(next(n));
        if (!isGood(answer)) throw new Error(`The gate answered ${answer.status}.`);
        if (n >= warming) times.push(answer.took);
      }
      return times;
    };
    const figure = (name: string, times: readonly number[], most: number): Figure => {
      const seen = within(name, quantile(times, 0.99), most, "ms");
      return { ...seen, details: `${seen.details}, 99th percentile; median ${ms(quantile(times, 0.5))}` };
    };
    return [
      figure("roster gate, one check", await timesOf(one, calls.one), targets.one),
      figure(`roster gate, ${batch} checks`, await timesOf(many, calls.many), targets.many),
    ];
  } finally {
    close();
  }
}
