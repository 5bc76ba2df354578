import { idOf, organizationId } from "./population.ts";
import type { Case } from "./reading.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";

const org = `'${organizationId}'::uuid`;

/** Joins a membership with its person, and its place in the tree. */
const member = `profile_level_access AS m
  JOIN profile AS p ON p.organization_id = ${org} AND p.profile_id = m.profile_id
  JOIN member_standing AS s ON s.organization_id = ${org} AND s.profile_level_access_id = m.profile_level_access_id
  JOIN level AS l ON l.organization_id = ${org} AND l.level_id = m.level_id
  JOIN label AS b ON b.organization_id = ${org} AND b.label_id = m.label_id`;
/** Selects the requirements with their assignments and submissions. */
const owed = `(SELECT json_agg(one) FROM (
    SELECT r.requirement_id, r.status, r.status_since, c.content_id, c.type, c.name, c.description, v.settings,
      d.mandatory, d.due_at, d.payer, y.name AS assigned_at, a.attempt_id, a.state, a.completed_at, a.expires_at,
      (SELECT count(*) FROM attempt_file AS f
        WHERE f.organization_id = ${org} AND f.attempt_id = a.attempt_id AND f.removed_at IS NULL) AS files
    FROM demand AS d
    JOIN requirement AS r ON r.organization_id = ${org} AND r.requirement_id = d.requirement_id
    JOIN content AS c ON c.organization_id = ${org} AND c.content_id = r.content_id
    JOIN content_version AS v ON v.organization_id = ${org} AND v.content_version_id = c.current_version_id
    JOIN content_assignment AS x ON x.organization_id = ${org} AND x.content_assignment_id = d.content_assignment_id
    JOIN level AS y ON y.organization_id = ${org} AND y.level_id = x.level_id
    LEFT JOIN attempt AS a ON a.organization_id = ${org} AND a.requirement_id = r.requirement_id
    WHERE d.organization_id = ${org} AND d.profile_level_access_id = m.profile_level_access_id) AS one) AS owed`;
/** Selects requirements that don't apply to the person, and optional ones. */
const spared = `(SELECT json_agg(one) FROM (
    SELECT e.content_id, e.until_day, e.sealed_reason FROM content_exemption AS e
    WHERE e.organization_id = ${org} AND e.profile_id = m.profile_id AND e.ended_at IS NULL) AS one) AS exempt,
  (SELECT json_agg(one) FROM (
    SELECT g.content_id, g.until_day FROM content_grace AS g
    WHERE g.organization_id = ${org} AND g.profile_level_access_id = m.profile_level_access_id) AS one) AS graced`;
const of =
  "p.first_name, p.last_name, p.email, p.date_of_birth, l.name AS level, b.name AS label, s.overall_status, s.since";

const ownList = `SELECT ${of}, ${owed}, ${spared} FROM ${member}
  WHERE m.organization_id = ${org} AND m.profile_level_access_id = $1`;
const ownOne = `SELECT ${of}, ${owed},
    (SELECT json_agg(one) FROM (
      SELECT a.*, n.number, (SELECT json_agg(f) FROM (
        SELECT f.file_id, f.name, f.extension, f.media_type, f.bytes, f.created_at FROM attempt_file AS h
        JOIN stored_file AS f ON f.organization_id = ${org} AND f.file_id = h.file_id
        WHERE h.organization_id = ${org} AND h.attempt_id = a.attempt_id AND h.removed_at IS NULL) AS f) AS files
      FROM attempt AS a JOIN content_version AS n ON n.organization_id = ${org} AND n.content_version_id = a.content_version_id
      WHERE a.organization_id = ${org} AND a.requirement_id = $2 ORDER BY a.created_at DESC LIMIT 1) AS one) AS tried
  FROM ${member} WHERE m.organization_id = ${org} AND m.profile_level_access_id = $1`;
const page = `SELECT ${of}, ${owed}, ${spared},
    (SELECT json_agg(one) FROM (
      SELECT z.profile_level_access_id, q.name AS level, t.name AS label, t.role, w.overall_status FROM profile_level_access AS z
      JOIN level AS q ON q.organization_id = ${org} AND q.level_id = z.level_id
      JOIN label AS t ON t.organization_id = ${org} AND t.label_id = z.label_id
      JOIN member_standing AS w ON w.organization_id = ${org} AND w.profile_level_access_id = z.profile_level_access_id
      WHERE z.organization_id = ${org} AND z.profile_id = m.profile_id) AS one) AS memberships
  FROM ${member} WHERE m.organization_id = ${org} AND m.profile_level_access_id = $1`;

/** The pages that a coach opens on a phone, and those that an administrator opens about a person. */
export async function peopleCases({ population, people, join, pool }: Stage): Promise<Case[]> {
  const coach = await join("coach", treeOf(population.shape).club.at(0));
  const { rows } = await pool.query<{ id: string }>(
    `SELECT requirement_id AS id FROM requirement WHERE organization_id = ${org} AND profile_id = $1`,
    [coach.profileId],
  );
  const some = Array.from({ length: 40 }, (_, n) => idOf("membership", (n * 7919) % population.members));
  return [
    {
      name: "own requirements",
      target: 0.6,
      person: coach,
      paths: [`/api/app/requirement/by-profile-level-access/${coach.plaId}`],
      question: { sql: ownList, values: [[coach.plaId]] },
    },
    {
      name: "own requirement",
      target: 0.6,
      person: coach,
      paths: rows.map(({ id }) => `/api/app/requirement/${id}?profileLevelAccessId=${coach.plaId}`),
      question: { sql: ownOne, values: rows.map(({ id }) => [coach.plaId, id]) },
    },
    {
      name: "member page",
      target: 0.6,
      person: people.admin,
      paths: some.map((id) => `/api/app/profile/by-profile-level-access/${id}`),
      question: { sql: page, values: some.map((id) => [id]) },
    },
  ];
}
