import { idOf, organizationId } from "./population.ts";
import type { BenchRequest, Next } from "./requests.ts";
import type { BenchPerson, BenchTokens, Stage } from "./setup.ts";
import { type Depth, treeOf } from "./tree.ts";

const org = `'${organizationId}'::uuid`;

/** A logged-in browser: its sealed cookie, its current token, and what its person looks at. */
type Browser = BenchTokens & { cookie: string; person: BenchPerson; sights: Sights };
/** IDs within a person's reach. */
type Sights = { levels: string[]; members: string[]; submissions: Submission[] };
type Submission = { requirement: string; membership: string };
type Page = (browser: Browser) => string;

/** Picks a random one. */
const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

const searches = ["mateo", "mateo gar", "nguy", "zoë", "ros", "kowal", "linh"];
const levelPage = (rest: string) => (browser: Browser) =>
  `/api/app/hierarchy-level/${any(browser.sights.levels)}/${rest}`;
const review = ({ requirement, membership }: Submission) =>
  `/api/app/requirement/review?requirementId=${requirement}&profileLevelAccessId=${membership}`;

/** The pages that managers open, out of 100, and the pages that a coach opens. */
const officials: readonly [number, Page][] = [
  [26, levelPage("members?perPage=25")],
  [6, levelPage("members?overallStatuses=Incomplete")],
  [4, levelPage("members?sortCol=OverallStatus")],
  [8, (browser) => levelPage(`members?search=${encodeURIComponent(any(searches))}`)(browser)],
  [14, levelPage("dashboard-info")],
  [16, () => `/api/app/requirement/pending-review-count/${organizationId}`],
  [6, () => `/api/app/requirement/review-requirements/${organizationId}`],
  [6, ({ sights }) => review(any(sights.submissions))],
  [
    4,
    ({ sights }) =>
      `/api/app/requirement/adjacent-review-requirement?requirementId=${any(sights.submissions).requirement}`,
  ],
  [10, ({ sights }) => `/api/app/profile/by-profile-level-access/${any(sights.members)}`],
];
const coaches: readonly [number, Page][] = [
  [60, ({ person }) => `/api/app/requirement/by-profile-level-access/${person.plaId}`],
  [20, ({ person }) => `/api/app/profile/by-profile-level-access/${person.plaId}`],
  [20, () => "/api/app/profile/level-roles"],
];

function byShare(pages: readonly [number, Page][]): Page {
  const chance = Math.random() * pages.reduce((sum, [share]) => sum + share, 0);
  let passed = 0;
  for (const [share, page] of pages) {
    passed += share;
    if (chance < passed) return page;
  }
  return pages[0]?.[1] as Page;
}

/** The number of requests in 1,000 that are reviews, and that come from coaches. */
const shares = { reviews: 20, coaches: 350 };
/** The number of people who log in with each role, and their depth. */
const crowd: readonly [number, BenchPerson["role"], Depth][] = [
  [4, "admin", "root"],
  [8, "director", "state"],
  [16, "manager", "club"],
  [12, "coach", "club"],
];
/** The milliseconds after which each browser renews its token. Tokens live five minutes. */
const renewEvery = 60_000;

/**
 * Simulates an ordinary morning: people of all roles, each in a browser that renews its token.
 *
 * @returns the next request. Each review decides another submission; when none are left, only reads follow.
 */
export async function traffic(stage: Stage): Promise<Next> {
  const tree = treeOf(stage.population.shape);
  const browsers: Browser[] = [];
  for (const [count, role, depth] of crowd) {
    for (let n = 0; n < count; n += 1) {
      const { at, below } = tree[depth];
      const person = await stage.join(role, at(n * 3));
      browsers.push({ ...(await openBrowser(stage, person)), sights: await sightsOf(stage, person.level, below) });
    }
  }
  const of = (wanted: (role: BenchPerson["role"]) => boolean) => browsers.filter(({ person }) => wanted(person.role));
  const [looking, own, deciding] = [
    of((role) => role !== "coach"),
    of((role) => role === "coach"),
    of((r) => r === "admin"),
  ];
  const waiting = await submissionsBelow(stage, 0, tree.root.below, 20_000);
  const due = browsers.map((browser, n) => ({ browser, at: performance.now() + (n / browsers.length) * renewEvery }));

  return () => {
    const [renewing] = due;
    if (renewing && renewing.at <= performance.now()) {
      due.shift();
      due.push({ ...renewing, at: renewing.at + renewEvery });
      return renewal(renewing.browser);
    }
    const chance = Math.random() * 1000;
    const decided = chance < shares.reviews ? waiting.pop() : undefined;
    if (decided) return approval(any(deciding), decided);
    const coach = chance > 1000 - shares.coaches;
    const browser = any(coach ? own : looking);
    return { path: byShare(coach ? coaches : officials)(browser), headers: bearing(browser) };
  };
}

const bearing = ({ token }: BenchTokens) => ({ authorization: `Bearer ${token}` });

const approval = (browser: Browser, { requirement, membership }: Submission): BenchRequest => ({
  method: "POST",
  path: `/api/app/requirement/review/${membership}`,
  headers: bearing(browser),
  body: { requirementId: requirement, reviewDecision: "Approved", reviewNotes: "" },
});

const renewal = (browser: Browser): BenchRequest => ({
  method: "POST",
  path: "/api/refresh-token",
  headers: { cookie: browser.cookie },
  body: { refreshToken: browser.refreshToken },
  read(text) {
    const renewed = JSON.parse(text) as { access_token: string; refresh_token: string };
    browser.token = renewed.access_token;
    browser.refreshToken = renewed.refresh_token;
  },
});

async function openBrowser(stage: Stage, person: BenchPerson): Promise<Omit<Browser, "sights">> {
  const tokens = await stage.signIn(person.email);
  const sealed = await fetch(`${stage.url}/api/active-user-session-set`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      token: tokens.token,
      refresh_token: tokens.refreshToken,
      authTime: Date.now(),
      roles: [],
      remember: true,
    }),
  });
  const [cookie = ""] = sealed.headers.getSetCookie()[0]?.split(";") ?? [];
  if (sealed.status !== 204) throw new Error(`A session was answered with ${sealed.status}: ${await sealed.text()}`);
  return { ...tokens, cookie, person };
}

/** Selects levels, memberships, and submissions at a level (by number) and below it. */
async function sightsOf(stage: Stage, level: number, below: number): Promise<Sights> {
  const { rows } = await stage.pool.query<{ id: string }>(
    `SELECT m.profile_level_access_id AS id FROM level AS l
     JOIN profile_level_access AS m ON m.organization_id = ${org} AND m.level_id = l.level_id
     WHERE l.organization_id = ${org} AND l.pre BETWEEN $1 AND $2 AND m.label_id <> $3 LIMIT 200`,
    [level, level + below, idOf("label", 6)],
  );
  const levels = [level, level, ...Array.from({ length: 10 }, () => level + Math.floor(Math.random() * (below + 1)))];
  const submissions = await submissionsBelow(stage, level, below, 200);
  // At a club without pending submissions, requirements of its people are read.
  if (submissions.length === 0) submissions.push(...(await submissionsBelow(stage, level, below, 20, "true")));
  return { levels: levels.map((one) => idOf("level", one)), members: rows.map(({ id }) => id), submissions };
}

async function submissionsBelow(
  { pool }: Stage,
  level: number,
  below: number,
  most: number,
  which = "a.state = 'pendingReview'",
): Promise<Submission[]> {
  const { rows } = await pool.query<Submission>(
    `SELECT a.requirement_id AS requirement, a.profile_level_access_id AS membership FROM level AS l
     JOIN profile_level_access AS m ON m.organization_id = ${org} AND m.level_id = l.level_id
     JOIN attempt AS a ON a.organization_id = ${org} AND a.profile_level_access_id = m.profile_level_access_id
     WHERE l.organization_id = ${org} AND l.pre BETWEEN $1 AND $2 AND ${which} LIMIT $3`,
    [level, level + below, most],
  );
  return rows;
}
