import { searchedFor, searchPatterns } from "@touchline/api/database/names";
import type { ResponseOf } from "@touchline/contract";
import type { listMembers } from "@touchline/contract/people/hierarchy";
import type { Question } from "./ceiling.ts";
import { firstNames } from "./names.ts";
import { idOf, organizationId } from "./population.ts";
import type { Case } from "./reading.ts";
import type { Stage } from "./setup.ts";
import { type Depth, treeOf } from "./tree.ts";

const org = `'${organizationId}'::uuid`;
/** Joins what a list shows of its rows. */
const join = `
  JOIN member_standing AS s ON s.organization_id = ${org} AND s.profile_level_access_id = hit.profile_level_access_id
  JOIN profile AS p ON p.organization_id = ${org} AND p.profile_id = s.profile_id
  JOIN level AS l ON l.organization_id = ${org} AND l.level_id = s.level_id
  JOIN label AS b ON b.organization_id = ${org} AND b.label_id = s.label_id`;
const columns = `s.profile_level_access_id, s.profile_id, p.first_name, p.last_name, p.email, s.level_id, l.name, s.label_id,
  b.name AS label, b.role, s.overall_status, s.since, s.owed, s.done`;
const key = "sort_name, profile_level_access_id";

/** Selects a page of a large level and its total: `where` names columns that the index and the counts share. */
const large = (where: string, after = "") => `
  WITH hit AS (SELECT ${key} FROM member_index
    WHERE organization_id = ${org} AND level_id = $1 ${where} ${after} ORDER BY ${key} LIMIT 25)
  SELECT ${columns}, (SELECT sum(members) FROM member_count WHERE organization_id = ${org} AND level_id = $1 ${where}) AS total
  FROM hit ${join} ORDER BY hit.sort_name`;
/** Times pages of a list whose rows are grouped, one after another. */
const grouped = (groups: readonly string[]) => `
  WITH hit AS (${groups
    .map(
      (where, part) => `(SELECT ${part} AS part, ${key} FROM member_index
        WHERE organization_id = ${org} AND level_id = $1 AND ${where} ORDER BY ${key} LIMIT 25)`,
    )
    .join(" UNION ALL ")} LIMIT 25)
  SELECT ${columns}, (SELECT sum(members) FROM member_count WHERE organization_id = ${org} AND level_id = $1) AS total
  FROM hit ${join} ORDER BY hit.part, hit.sort_name`;
const small = `
  WITH hit AS (SELECT m.profile_level_access_id, m.sort_name, count(*) OVER () AS total FROM level
    JOIN member_standing AS m ON m.organization_id = ${org} AND m.level_id = level.level_id
    WHERE level.organization_id = ${org} AND level.pre BETWEEN $1 AND $2 ORDER BY m.sort_name LIMIT 25)
  SELECT ${columns}, hit.total FROM hit ${join} ORDER BY hit.sort_name`;
/** Finds people with the index of words, then those of them who are at the level. */
const gathered = `
  WITH hit AS (SELECT m.profile_level_access_id, m.sort_name, count(*) OVER () AS total FROM search_people($2::text[], 5001) AS f (profile_id)
    JOIN profile_level_access AS a ON a.organization_id = ${org} AND a.profile_id = f.profile_id
    JOIN member_index AS m ON m.organization_id = ${org} AND m.level_id = $1 AND m.profile_level_access_id = a.profile_level_access_id
    ORDER BY m.sort_name LIMIT 25)
  SELECT ${columns}, hit.total FROM hit ${join} ORDER BY hit.sort_name`;
/** Finds a very frequent name: matching names in order, up to the highest number that is counted. */
const walked = `
  WITH hits AS MATERIALIZED (SELECT ${key} FROM member_index
    WHERE organization_id = ${org} AND level_id = $1 AND position($2 in ' ' || sort_name) > 0 ORDER BY ${key} LIMIT 1001),
  hit AS (SELECT * FROM hits ORDER BY ${key} LIMIT 25)
  SELECT ${columns}, (SELECT count(*) FROM hits) AS total FROM hit ${join} ORDER BY hit.sort_name`;

/** From this many memberships on, the product keeps a member index of a level. */
const largeFrom = 2000;
/** From this many matches on, walking the index is cheaper than collecting them. */
const commonFrom = 5000;

/** The members list at every depth of the tree: filtered, sorted, searched, and far down. */
export async function listCases(stage: Stage, turns: readonly number[]): Promise<Case[]> {
  const { members, shape, rareNames } = stage.population;
  const { admin } = stage.people;
  const tree = treeOf(shape);
  const root = idOf("level", 0);
  const list = (level: number, query = "") =>
    `/api/app/hierarchy-level/${idOf("level", level)}/members?perPage=25${query}`;
  const common = { person: admin, target: 0.6 };
  const at = (depth: Depth): Case => {
    const { count, at: level, below } = tree[depth];
    const levels = depth === "root" ? [0] : turns.map(level);
    const question: Omit<Question, "name"> =
      members / count >= largeFrom
        ? { sql: large(""), values: levels.map((one) => [idOf("level", one)]) }
        : { sql: small, values: levels.map((one) => [one, one + below]) };
    return { ...common, name: `list ${depth}`, paths: levels.map((one) => list(one)), question };
  };
  const narrowed = (name: string, query: string, sql: string): Case => ({
    ...common,
    name: `list root, ${name}`,
    paths: [list(0, query)],
    question: { sql, values: [[root]] },
  });
  const searches = (name: string, typed: readonly string[], question: (search: string) => Omit<Question, "name">) => ({
    ...common,
    name: `search, ${name}`,
    paths: typed.map((search) => list(0, `&search=${encodeURIComponent(search)}`)),
    question: { sql: question("").sql, values: typed.flatMap((search) => question(search).values) },
  });
  const gather = (search: string) => ({ sql: gathered, values: [[root, searchPatterns(searchedFor(search))]] });
  const walk = (search: string) => ({ sql: walked, values: [[root, ` ${search}`]] });
  const rareLabel = `label_id = '${idOf("label", 5)}'`;
  return [
    at("root"),
    at("state"),
    at("district"),
    at("club"),
    narrowed("Disqualified", "&overallStatuses=Disqualified", large("AND overall_status = 'Disqualified'")),
    narrowed("rare label", `&labels=${idOf("label", 5)}`, large(`AND ${rareLabel}`)),
    narrowed("Pending review", "&requirementStatuses=7", large("AND (statuses & 128::smallint) <> 0")),
    narrowed(
      "by status",
      "&sortCol=OverallStatus",
      grouped(["Disqualified", "Incomplete"].map((status) => `overall_status = '${status}'`)),
    ),
    narrowed(
      "by role",
      "&sortCol=Role",
      // The first two by name are an administrator and then assistant coaches.
      grouped([6, 1].map((label) => `label_id = '${idOf("label", label)}'`)),
    ),
    { ...common, name: "list root, deep page", ...(await deepPages(stage, list(0), turns)) },
    searches("rare last name", rareNames, gather),
    searches("two words", ["mateo gar", "zoë mend", "linh nguyberg", "wei tan"], gather),
    searches("common first name", ["mateo"], members / firstNames.length > commonFrom ? walk : gather),
  ];
}

/** Pages anywhere in the list of the root, each by the cursor of the page before. */
async function deepPages(
  { url, pool, population: { members }, signIn, people }: Stage,
  list: string,
  turns: readonly number[],
): Promise<Pick<Case, "paths" | "question">> {
  const { token } = await signIn(people.admin.email);
  const paths: string[] = [];
  const values: unknown[][] = [];
  const pages = Math.floor(members / 25) - 1;
  for (const turn of turns.slice(0, 12)) {
    const page = 1 + Math.floor(((turn * 0.618) % 1) * pages);
    const answer = await fetch(`${url}${list}&page=${page}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`A page of the list was answered with ${answer.status}: ${await answer.text()}`);
    const { data, pagination } = (await answer.json()) as ResponseOf<typeof listMembers>;
    const last = data.at(-1)?.profileLevelAccessId;
    const { rows } = await pool.query<{ sort_name: string }>(
      `SELECT sort_name FROM member_standing WHERE organization_id = ${org} AND profile_level_access_id = $1`,
      [last],
    );
    paths.push(`${list}&cursor=${pagination.next}`);
    values.push([idOf("level", 0), rows[0]?.sort_name, last]);
  }
  return { paths, question: { sql: large("", "AND (sort_name, profile_level_access_id) > ($2, $3::uuid)"), values } };
}
