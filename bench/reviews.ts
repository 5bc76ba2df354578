import { idOf, organizationId } from "./population.ts";
import type { Case } from "./reading.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";

const org = `'${organizationId}'::uuid`;

const pending = `a.organization_id = ${org} AND a.state = 'pendingReview'`;
/** Excludes the reviewer's own submissions, because no one reviews those. */
const notOwn = `a.requirement_id <> ALL(ARRAY(SELECT requirement_id FROM requirement WHERE organization_id = ${org} AND profile_id = $1))`;
const queueOrder = "a.submitted_at, a.attempt_id";
/** Lists pending submissions below a level, in the queue's order. */
const along = `attempt AS a
  JOIN profile_level_access AS m ON m.organization_id = ${org} AND m.profile_level_access_id = a.profile_level_access_id
  JOIN level AS h ON h.organization_id = ${org} AND h.level_id = m.level_id AND h.pre BETWEEN $2 AND $3`;
/** Lists pending submissions at one level, by membership. A manager reviews only ordinary types. */
const at = `level AS h
  JOIN profile_level_access AS m ON m.organization_id = ${org} AND m.level_id = h.level_id
  JOIN attempt AS a ON a.profile_level_access_id = m.profile_level_access_id AND ${pending}
  JOIN requirement AS q ON q.organization_id = ${org} AND q.requirement_id = a.requirement_id
  JOIN content AS t ON t.organization_id = ${org} AND t.content_id = q.content_id AND t.type = 0`;
const here = `h.organization_id = ${org} AND h.level_id = $2`;

const counted = (found: string) => `SELECT count(*)::int AS count FROM (SELECT ${found} LIMIT 1001) AS counted`;

/** The reviewer's own submissions are few, and are subtracted from what the queue's index counts. */
const countedOfAll = `SELECT (${counted(`FROM attempt AS a WHERE ${pending}`)}) - (
  SELECT count(*)::int FROM requirement AS q JOIN attempt AS a ON ${pending} AND a.requirement_id = q.requirement_id
  WHERE q.organization_id = ${org} AND q.profile_id = $1) AS count`;

/** Selects the first page with what it shows, and counts the submissions up to 1,001. */
const listed = (from: string, where: string, count = counted(`FROM ${from} WHERE ${where}`)) => `
  WITH hit AS (SELECT a.* FROM ${from} WHERE ${where} ORDER BY ${queueOrder} LIMIT 26), counted AS (${count})
  SELECT hit.requirement_id, hit.profile_level_access_id, hit.source, hit.submitted_at, p.first_name, p.last_name,
    l.name AS level, b.name AS label, c.type, c.name, counted.count
  FROM hit CROSS JOIN counted
  JOIN requirement AS r ON r.organization_id = ${org} AND r.requirement_id = hit.requirement_id
  JOIN content AS c ON c.organization_id = ${org} AND c.content_id = r.content_id
  JOIN profile AS p ON p.organization_id = ${org} AND p.profile_id = r.profile_id
  JOIN profile_level_access AS g ON g.organization_id = ${org} AND g.profile_level_access_id = hit.profile_level_access_id
  JOIN level AS l ON l.organization_id = ${org} AND l.level_id = g.level_id
  JOIN label AS b ON b.organization_id = ${org} AND b.label_id = g.label_id
  ORDER BY hit.submitted_at, hit.attempt_id`;

const next = `
  SELECT a.requirement_id, a.profile_level_access_id FROM attempt AS a
  JOIN profile_level_access AS m ON m.organization_id = ${org} AND m.profile_level_access_id = a.profile_level_access_id
  WHERE ${pending} AND ${notOwn} AND (a.submitted_at, a.attempt_id) >
    (SELECT submitted_at, attempt_id FROM attempt WHERE organization_id = ${org} AND requirement_id = $2 AND state = 'pendingReview')
  ORDER BY ${queueOrder} LIMIT 1`;

/**
 * Selects everything that the review page shows: the submission with its files, the person, the decisions, and their other
 * requirements.
 */
const reviewed = `
  SELECT a.*, p.first_name, p.last_name, p.email, p.date_of_birth, l.name AS level, b.name AS label, c.type, c.name,
    v.number, v.settings, r.status, s.overall_status, o.time_zone,
    (SELECT json_agg(one) FROM (
      SELECT f.file_id, f.name, f.extension, f.media_type, f.bytes, f.created_at FROM attempt_file AS h
      JOIN stored_file AS f ON f.organization_id = ${org} AND f.file_id = h.file_id
      WHERE h.organization_id = ${org} AND h.attempt_id = a.attempt_id AND h.removed_at IS NULL) AS one) AS files,
    (SELECT json_agg(one) FROM (
      SELECT decision, sealed_notes, reviewer_profile_id, decided_at FROM review
      WHERE organization_id = ${org} AND requirement_id = $1 ORDER BY decided_at DESC LIMIT 50) AS one) AS decisions,
    (SELECT json_agg(one) FROM (
      SELECT e.requirement_id, e.status, e.status_since, n.name, d.mandatory, d.due_at, y.name AS assigned_at FROM demand AS d
      JOIN requirement AS e ON e.organization_id = ${org} AND e.requirement_id = d.requirement_id
      JOIN content AS n ON n.organization_id = ${org} AND n.content_id = e.content_id
      JOIN content_assignment AS x ON x.organization_id = ${org} AND x.content_assignment_id = d.content_assignment_id
      JOIN level AS y ON y.organization_id = ${org} AND y.level_id = x.level_id
      WHERE d.organization_id = ${org} AND d.profile_level_access_id = $2) AS one) AS owed
  FROM attempt AS a
  JOIN requirement AS r ON r.organization_id = ${org} AND r.requirement_id = a.requirement_id
  JOIN content AS c ON c.organization_id = ${org} AND c.content_id = r.content_id
  JOIN content_version AS v ON v.organization_id = ${org} AND v.content_version_id = c.current_version_id
  JOIN profile AS p ON p.organization_id = ${org} AND p.profile_id = r.profile_id
  JOIN member_standing AS s ON s.organization_id = ${org} AND s.profile_level_access_id = $2
  JOIN level AS l ON l.organization_id = ${org} AND l.level_id = s.level_id
  JOIN label AS b ON b.organization_id = ${org} AND b.label_id = s.label_id
  JOIN organization AS o ON o.organization_id = ${org}
  WHERE a.organization_id = ${org} AND a.requirement_id = $1
  ORDER BY a.created_at DESC LIMIT 1`;

/** Measures the review queue as an administrator, a state's director, and a club's manager see it, and one submission. */
export async function reviewCases({ population, people, pool }: Stage, turns: readonly number[]): Promise<Case[]> {
  const { admin, director, manager } = people;
  const tree = treeOf(population.shape);
  const { rows } = await pool.query<{ requirement: string; membership: string }>(
    `SELECT requirement_id AS requirement, profile_level_access_id AS membership FROM attempt AS a
     WHERE ${pending} ORDER BY md5(attempt_id::text) LIMIT ${turns.length}`,
  );
  const count = [`/api/app/requirement/pending-review-count/${organizationId}`];
  const list = [`/api/app/requirement/review-requirements/${organizationId}`];
  const ofDirector = [[director.profileId, director.level, director.level + tree.state.below]];
  const ofManager = [[manager.profileId, idOf("level", manager.level)]];
  return [
    {
      name: "pending count, root",
      target: 0.7,
      person: admin,
      paths: count,
      question: { sql: countedOfAll, values: [[admin.profileId]] },
    },
    {
      name: "pending count, state",
      target: 0.7,
      person: director,
      paths: count,
      question: { sql: counted(`FROM ${along} WHERE ${pending} AND ${notOwn}`), values: ofDirector },
    },
    {
      name: "pending count, club",
      target: 0.7,
      person: manager,
      paths: count,
      question: { sql: counted(`FROM ${at} WHERE ${here} AND ${notOwn}`), values: ofManager },
    },
    {
      name: "review list, root",
      target: 0.6,
      person: admin,
      paths: list,
      question: { sql: listed("attempt AS a", `${pending} AND ${notOwn}`, countedOfAll), values: [[admin.profileId]] },
    },
    {
      name: "review list, state",
      target: 0.6,
      person: director,
      paths: list,
      question: { sql: listed(along, `${pending} AND ${notOwn}`), values: ofDirector },
    },
    {
      name: "review list, club",
      target: 0.6,
      person: manager,
      paths: list,
      question: { sql: listed(at, `${here} AND ${notOwn}`), values: ofManager },
    },
    {
      name: "adjacent review",
      target: 0.6,
      person: admin,
      paths: rows.map((one) => `/api/app/requirement/adjacent-review-requirement?requirementId=${one.requirement}`),
      question: { sql: next, values: rows.map((one) => [admin.profileId, one.requirement]) },
    },
    {
      name: "review page",
      target: 0.6,
      person: admin,
      paths: rows.map(
        (one) => `/api/app/requirement/review?requirementId=${one.requirement}&profileLevelAccessId=${one.membership}`,
      ),
      question: { sql: reviewed, values: rows.map((one) => [one.requirement, one.membership]) },
    },
  ];
}
