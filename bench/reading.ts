import type { Question } from "./ceiling.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./stage.ts";

/** One question in two forms: as the product is asked, and as the one query that it cannot do without. */
export type Case = { name: string; target: number; paths: string[]; question: Omit<Question, "name"> };

const org = `'${organizationId}'::uuid`;
/** What a list shows of the rows that were found. */
const shown = `
  JOIN member_standing AS s ON s.organization_id = ${org} AND s.profile_level_access_id = hit.profile_level_access_id
  JOIN profile AS p ON p.organization_id = ${org} AND p.profile_id = s.profile_id
  JOIN level AS l ON l.organization_id = ${org} AND l.level_id = s.level_id
  JOIN label AS b ON b.organization_id = ${org} AND b.label_id = s.label_id`;
const columns = `s.profile_level_access_id, s.profile_id, p.first_name, p.last_name, p.email, s.level_id, l.name, s.label_id,
  b.name AS label, b.role, s.overall_status, s.since, s.owed, s.done`;

const large = (where: string, order = "sort_name, profile_level_access_id") => `
  WITH hit AS (SELECT profile_level_access_id, sort_name FROM member_index
    WHERE organization_id = ${org} AND level_id = $1 ${where} ORDER BY ${order} LIMIT 25)
  SELECT ${columns} FROM hit ${shown} ORDER BY hit.sort_name`;
const small = `
  WITH hit AS (SELECT m.profile_level_access_id, m.sort_name FROM level
    JOIN member_standing AS m ON m.organization_id = ${org} AND m.level_id = level.level_id
    WHERE level.organization_id = ${org} AND level.pre BETWEEN $1 AND $2 ORDER BY m.sort_name LIMIT 25)
  SELECT ${columns} FROM hit ${shown} ORDER BY hit.sort_name`;

/** The reading paths of the product at every depth of the tree. */
export function readingCases({ population: { shape, members } }: Pick<Stage, "population">): Case[] {
  const perDistrict = shape.clubs + 1;
  const perState = shape.districts * perDistrict + 1;
  const state = (n: number) => 1 + (n % shape.states) * perState;
  const district = (n: number) => state(n) + 1 + (n % shape.districts) * perDistrict;
  const club = (n: number) => district(n) + 1 + (n % shape.clubs);
  const turns = Array.from({ length: 40 }, (_, n) => n * 7);
  const list = (level: number, query = "") => `/api/app/hierarchy-level/${idOf("level", level)}/members?x=1${query}`;
  const root = idOf("level", 0);
  const inState = members / shape.states >= 2000;
  const ranged = (at: (n: number) => number, last: number): Omit<Question, "name"> => ({
    sql: small,
    values: turns.map((n) => [at(n), at(n) + last]),
  });
  return [
    { name: "list root", target: 0.6, paths: [list(0)], question: { sql: large(""), values: [[root]] } },
    {
      name: "list state",
      target: 0.6,
      paths: turns.map((n) => list(state(n))),
      question: inState
        ? { sql: large(""), values: turns.map((n) => [idOf("level", state(n))]) }
        : ranged(state, perState - 1),
    },
    {
      name: "list district",
      target: 0.6,
      paths: turns.map((n) => list(district(n))),
      question: ranged(district, perDistrict - 1),
    },
    { name: "list club", target: 0.6, paths: turns.map((n) => list(club(n))), question: ranged(club, 0) },
    {
      name: "list root, Disqualified",
      target: 0.6,
      paths: [list(0, "&overallStatuses=Disqualified")],
      question: { sql: large("AND overall_status = 'Disqualified'"), values: [[root]] },
    },
    {
      name: "list root, rare label",
      target: 0.6,
      paths: [list(0, `&labels=${idOf("label", 5)}`)],
      question: { sql: large(`AND label_id = '${idOf("label", 5)}'`), values: [[root]] },
    },
    {
      name: "list root, Pending review",
      target: 0.6,
      paths: [list(0, "&requirementStatuses=7")],
      question: { sql: large("AND (statuses & 128::smallint) <> 0"), values: [[root]] },
    },
    {
      name: "list root, by status",
      target: 0.6,
      paths: [list(0, "&sortCol=OverallStatus")],
      question: { sql: large("AND overall_status = 'Disqualified'"), values: [[root]] },
    },
    {
      name: "search, rare",
      target: 0.6,
      paths: [list(0, "&search=person1234")],
      question: { sql: searched, values: [[root, "% person1234%"]] },
    },
    {
      name: "search, two words",
      target: 0.6,
      paths: [list(0, "&search=mateo%20garcia"), list(0, "&search=nunez%20l"), list(0, "&search=zoe%20rossi")],
      question: { sql: searchedTwice, values: [[root, "% mateo%", "% gar%"]] },
    },
    {
      name: "search, common first name",
      target: 0.6,
      paths: [list(0, "&search=mateo")],
      question: { sql: large("AND position(' mateo' in sort_name) > 0"), values: [[root]] },
    },
    {
      name: "dashboard root",
      target: 0.7,
      paths: [`/api/app/hierarchy-level/${root}/dashboard-info`],
      question: { sql: counted, values: [[root]] },
    },
    {
      name: "dashboard state",
      target: 0.7,
      paths: turns.map((n) => `/api/app/hierarchy-level/${idOf("level", state(n))}/dashboard-info`),
      question: { sql: counted, values: turns.map((n) => [idOf("level", state(n))]) },
    },
  ];
}

const found = (patterns: string) => `
  WITH hit AS (SELECT m.profile_level_access_id, m.sort_name FROM search_people(${patterns}, 5001) AS f (profile_id)
    JOIN profile_level_access AS a ON a.organization_id = ${org} AND a.profile_id = f.profile_id
    JOIN member_index AS m ON m.organization_id = ${org} AND m.level_id = $1 AND m.profile_level_access_id = a.profile_level_access_id
    ORDER BY m.sort_name LIMIT 25)
  SELECT ${columns} FROM hit ${shown} ORDER BY hit.sort_name`;
const searched = found("ARRAY[$2::text]");
const searchedTwice = found("ARRAY[$2::text, $3::text]");
const counted = `
  SELECT (SELECT json_agg(g) FROM (SELECT label_id, overall_status, sum(members)::int AS members FROM member_count
      WHERE organization_id = ${org} AND level_id = $1 GROUP BY label_id, overall_status) AS g) AS members,
    (SELECT json_agg(g) FROM (SELECT content_id, status, sum(members)::int AS members FROM requirement_count
      WHERE organization_id = ${org} AND level_id = $1 GROUP BY content_id, status) AS g) AS requirements,
    (SELECT json_agg(g) FROM (SELECT l.level_id, l.name, overall_status, sum(members)::int AS members FROM level AS l
      JOIN member_count AS c ON c.organization_id = ${org} AND c.level_id = l.level_id
      WHERE l.organization_id = ${org} AND l.parent_id = $1 GROUP BY l.level_id, l.name, overall_status) AS g) AS children`;
