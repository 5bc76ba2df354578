import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "@touchline/api/call";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { enqueue } from "@touchline/api/jobs/jobs";
import { retakeAll } from "@touchline/api/jobs/queue";
import { beginConnecting, connect } from "@touchline/api/modules/integrations/partners/actions/connect";
import { startSync } from "@touchline/api/modules/integrations/partners/actions/sync";
import { actingAgain } from "@touchline/api/modules/people/index";
import { startImport } from "@touchline/api/modules/setup/imports/actions/run";
import { answerRows } from "@touchline/api/modules/setup/imports/actions/similar-people";
import { writeRoster } from "@touchline/api/modules/setup/imports/jobs";
import { wordKey } from "@touchline/rules";
import { type Simulator, startSimulator } from "@touchline/simulator";
import { credentials } from "@touchline/simulator/credentials";
import { type SQL, sql } from "drizzle-orm";
import { openAdapters } from "../adapters.ts";
import { demoOrganizations } from "../demo/logins.ts";
import { readPartners } from "../partner-settings.ts";
import { freePort } from "../port.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";

export type PartnerReport = {
  kills: number;
  faults: number;
  /** A sentence for each person or membership that differs from the partner's, and for each flag that differs there. */
  wrong: string[];
  wrongFlags: string[];
  dead: number;
  /** The milliseconds from the connection to the last person, without the review, and those for 100 changes. */
  firstSeconds: number;
  changedSeconds: number;
  seconds: number;
};

type Site = {
  people: { id: string; firstName: string; lastName: string }[];
  places: { id: string; name: string; parentId: string | null }[];
  registrations: { personId: string; placeId: string; role: string; deleted: boolean }[];
  flags: Record<string, { cleared: boolean }>;
};

/** The most milliseconds that one sync, or reporting the flags, may take. */
const longest = 15 * 60_000;

/**
 * Connects a partner, imports everyone, and syncs changes while the partner fails and the server is killed. Then it compares
 * people, memberships, and flags with the partner's.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runPartnerDrill(options: {
  dataDir: string;
  people: number;
  log: (line: string) => void;
}): Promise<PartnerReport> {
  const { dataDir, people, log } = options;
  const begun = performance.now();
  const since = (from: number) => (performance.now() - from) / 1000;
  const simulator = await startSimulator({ tick: 0 });
  const steer = (method: string, path: string, body?: object) => steered(simulator, method, path, body);
  await steer("PUT", "partners/leagueapps", { people, seed: "drill" });
  const database = await prepare(dataDir);
  const port = await freePort();
  const url = `${simulator.url}/leagueapps`;
  let child: HostChild | null = null;
  const start = async () => {
    child = await startChild(dataDir, port, {
      DATABASE_URL: database.appUrl,
      IDENTITY_DATABASE_URL: database.identityUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      SESSION_SECRET: database.secret,
      LEAGUEAPPS_URL: url,
    });
  };
  const { pool, close } = await openDatabase(database.appUrl, { log: () => {} });
  const tenancy = openTenancy(pool);
  const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
  const partners = readPartners((name) => (name === "LEAGUEAPPS_URL" ? url : null));
  const adapters = openAdapters({ dataDir, mail: null, clamd: null, ...site, partners }, database.secret);
  const organizationId = tenancy.found(demoOrganizations.club);
  const within = <Result>(work: (call: Call) => Promise<Result>) =>
    tenancy.run(organizationId, (db) =>
      work({ actor: { kind: "system", name: "drill" }, organizationId, db, now: new Date(), adapters }),
    );
  const rowsOf = <Row extends Record<string, unknown>>(query: SQL) =>
    within(async ({ db }) => (await db.execute<Row>(query)).rows as Row[]);
  let kills = 0;
  const kill = async () => {
    if (child) await endChild(child, "SIGKILL");
    kills += 1;
    // The workers of these jobs were killed. Their time is up at once, instead of after a wait.
    await retakeAll(pool);
    await start();
  };
  try {
    const [admin] = await rowsOf<{ profile_id: string }>(sql`
      SELECT profile.profile_id FROM profile
      JOIN profile_level_access AS held ON held.organization_id = profile.organization_id AND held.profile_id = profile.profile_id
      JOIN label ON label.organization_id = held.organization_id AND label.label_id = held.label_id
      WHERE profile.organization_id = ${organizationId} AND label.role = 'Admin' AND profile.app_user_id IS NOT NULL LIMIT 1`);
    const asAdmin = <Result>(work: (call: Call) => Promise<Result>) =>
      within(async (call) => {
        const as = await actingAgain(call, admin?.profile_id ?? "");
        if (!as) throw new Error("The administrator can't act.");
        return work(as);
      });
    const levels = await rowsOf<{ level_id: string }>(sql`
      SELECT level_id FROM level WHERE organization_id = ${organizationId} AND archived_at IS NULL ORDER BY level_id LIMIT 10`);
    const labels = await rowsOf<{ label_id: string }>(sql`
      SELECT label_id FROM label WHERE organization_id = ${organizationId} AND archived_at IS NULL AND role = 'Individual'
        AND for_family IS NULL ORDER BY label_id LIMIT 2`);
    const there = (await steer("GET", "partners/leagueapps")) as Site;
    const levelOf = new Map(there.places.map(({ id }, at) => [id, levels[at % levels.length]?.level_id ?? ""]));
    const labelOf = (role: string) => labels[role === "Coach" ? 1 % labels.length : 0]?.label_id ?? "";
    const { siteId, clientId, privateKey } = credentials.leagueApps;
    const connection = { source: "LeagueApps" as const, siteId, clientId, secret: privateKey, pushCleared: true };
    const { partnerConnectionId } = await asAdmin(async (call) =>
      connect(call, await beginConnecting(call, connection)),
    );
    await within(({ db }) =>
      db.execute(sql`UPDATE partner_connection SET mapping = mapping || ${JSON.stringify(meanings(there, levelOf, labelOf))}::jsonb
        WHERE organization_id = ${organizationId}`),
    );
    const latest = async () => {
      const [sync] = await rowsOf<{
        state: string;
        problem: string | null;
        roster_import_id: string;
        tally: Tally;
      }>(sql`
        SELECT sync.state, sync.problem, sync.roster_import_id, roster.tally FROM partner_sync AS sync
        LEFT JOIN roster_import AS roster ON roster.organization_id = sync.organization_id
          AND roster.roster_import_id = sync.roster_import_id
        WHERE sync.organization_id = ${organizationId} ORDER BY sync.started_at DESC LIMIT 1`);
      if (!sync) throw new Error("There is no sync.");
      if (sync.state === "failed") throw new Error(`The sync failed: ${sync.problem}.`);
      return sync;
    };
    const reaches = async (...states: string[]) => {
      const from = performance.now();
      for (;;) {
        const sync = await latest();
        if (states.includes(sync.state)) return sync;
        if (performance.now() - from > longest) throw new Error(`The sync is still ${sync.state}.`);
        await wait(100);
      }
    };
    /** Answers that look-alikes are different people, and starts the import. */
    const write = async (rosterImportId: string) => {
      await asAdmin((call) => answerRows(call, { rosterImportId, answer: "add", numbers: null }));
      await asAdmin(async (call) => {
        await startImport(call, { rosterImportId, invite: false });
        await enqueue(call, writeRoster, { rosterImportId }, { singletonKey: rosterImportId });
      });
      const from = performance.now();
      for (let state = "running"; state !== "done"; ) {
        await wait(100);
        const [row] = await rowsOf<{ state: string }>(
          sql`SELECT state FROM roster_import WHERE organization_id = ${organizationId} AND roster_import_id = ${rosterImportId}`,
        );
        state = row?.state ?? "";
        if (performance.now() - from > longest) throw new Error(`The import is still ${state}.`);
      }
    };
    await start();
    const first = performance.now();
    const { roster_import_id: firstImport } = await reaches("review");
    await write(firstImport);
    await reaches("done");
    const firstSeconds = since(first);
    log(`First sync of ${people} people: ${firstSeconds.toFixed(1)} s.`);

    const run = async (meanwhile: () => Promise<void>) => {
      await asAdmin((call) => startSync(call, partnerConnectionId, { review: false }));
      await meanwhile();
      const sync = await reaches("done");
      if ((sync.tally?.alike?.rows ?? 0) > 0) await write(sync.roster_import_id);
    };
    await steer("POST", "partners/leagueapps/changes", { count: 100 });
    const changed = performance.now();
    await run(async () => undefined);
    const changedSeconds = since(changed);
    log(`Sync of 100 changes: ${changedSeconds.toFixed(1)} s.`);

    const failing = ["500", "429", "drop", "timeout-after"] as const;
    for (let round = 0; round < 3; round += 1) {
      await steer("POST", "partners/leagueapps/changes", { count: Math.max(20, Math.round(people / 10)) });
      for (const fault of failing.slice(0, 3)) await steer("POST", "faults", { fault, vendor: "leagueapps", value: 1 });
      await run(async () => {
        await wait(400 * round);
        await kill();
        await wait(1_000 + 700 * round);
        await kill();
      });
      log(`Round ${round + 1} of 3. Kills so far: ${kills}.`);
    }
    const site2 = (await steer("GET", "partners/leagueapps")) as Site;
    const wrong = await compared(site2, levelOf, labelOf, rowsOf, organizationId);
    await within(({ db }) =>
      db.execute(sql`UPDATE member_standing SET overall_status = 'Cleared' WHERE organization_id = ${organizationId}
        AND profile_id IN (SELECT profile_id FROM external_identity WHERE organization_id = ${organizationId} AND external_id LIKE '%7')`),
    );
    const wrongFlags = await flagsSettle(() => steer("GET", "partners/leagueapps") as Promise<Site>);
    const [dead] = await rowsOf<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM partner_sync WHERE organization_id = ${organizationId} AND state = 'failed'`,
    );
    return {
      ...{ kills, faults: 9, wrong, wrongFlags, dead: dead?.count ?? 0 },
      ...{ firstSeconds, changedSeconds, seconds: since(begun) },
    };
  } finally {
    if (child) await endChild(child, "SIGKILL");
    await close();
    await database.stop();
    await simulator.close();
  }
}

type Tally = Partial<Record<string, { rows: number }>> | null;

async function steered(simulator: Simulator, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${simulator.url}/simulator/${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The simulated partner answered ${path} with status ${answer.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** Maps the site's names, as a person would on the page. */
function meanings({ places }: Site, levelOf: ReadonlyMap<string, string>, labelOf: (role: string) => string) {
  const names = new Map(places.map((one) => [one.id, one.name]));
  const teams = places.filter((one) => one.parentId !== null);
  return {
    levels: Object.fromEntries(
      teams.map((one) => [wordKey(`${names.get(one.parentId ?? "")} / ${one.name}`), levelOf.get(one.id)]),
    ),
    labels: { [wordKey("Player")]: labelOf("Player"), [wordKey("Coach")]: labelOf("Coach") },
  };
}

/** Compares memberships with the partner's registrations. @returns a sentence for each difference. */
async function compared(
  site: Site,
  levelOf: ReadonlyMap<string, string>,
  labelOf: (role: string) => string,
  rowsOf: <Row extends Record<string, unknown>>(query: SQL) => Promise<Row[]>,
  organizationId: string,
): Promise<string[]> {
  type Here = { external_id: string; profile_id: string; name: string; places: string[] };
  const here = await rowsOf<Here>(sql`
    SELECT known.external_id, known.profile_id, person.first_name || ' ' || person.last_name AS name,
      array(SELECT held.level_id || ' ' || held.label_id FROM profile_level_access AS held
        WHERE held.organization_id = ${organizationId} AND held.profile_id = known.profile_id) AS places
    FROM external_identity AS known
    JOIN profile AS person ON person.organization_id = known.organization_id AND person.profile_id = known.profile_id
    WHERE known.organization_id = ${organizationId}`);
  const byId = new Map(here.map((one) => [one.external_id, one]));
  const registered = Map.groupBy(
    site.registrations.filter((one) => !one.deleted),
    (one) => one.personId,
  );
  const wrong = site.people.flatMap(({ id, firstName, lastName }) => {
    const is = byId.get(id);
    if (!is) return [`${id}: isn't known here.`];
    const wanted = new Set((registered.get(id) ?? []).map((one) => `${levelOf.get(one.placeId)} ${labelOf(one.role)}`));
    const has = new Set(is.places);
    const isSame = is.places.length === wanted.size && [...wanted].every((place) => has.has(place));
    return [
      ...(is.name === `${firstName} ${lastName}` ? [] : [`${id}: is called ${is.name} here.`]),
      ...(isSame ? [] : [`${id}: has ${is.places.length} memberships instead of ${wanted.size}.`]),
    ];
  });
  const doubled = here.length - new Set(here.map((one) => one.profile_id)).size;
  const named = await rowsOf<{ people: number }>(sql`
    SELECT count(*)::int AS people FROM profile WHERE organization_id = ${organizationId} AND email LIKE '%@example.com'
      AND profile_id NOT IN (SELECT profile_id FROM external_identity WHERE organization_id = ${organizationId})`);
  if (doubled > 0) wrong.push(`${doubled} people have two IDs.`);
  if ((named[0]?.people ?? 0) > 0) wrong.push(`${named[0]?.people} people have no ID.`);
  return wrong;
}

/** Waits until the partner knows exactly the people whose ID ends with 7 as cleared. */
async function flagsSettle(read: () => Promise<Site>): Promise<string[]> {
  const from = performance.now();
  for (;;) {
    const { people, flags } = await read();
    const wrong = people.flatMap(({ id }) => {
      const isCleared = flags[id]?.cleared ?? false;
      return isCleared === id.endsWith("7") ? [] : [`${id}: the partner says ${isCleared}.`];
    });
    if (wrong.length === 0 || performance.now() - from > 240_000) return wrong;
    await wait(2_000);
  }
}
