import { foldedName as folded } from "@touchline/api/database/names";
import { expiringSoonDays } from "@touchline/rules";
import pg from "pg";
import { beginnings, endings, firstNames } from "./names.ts";

/** The tree: 1 national → states → districts → clubs of twenty members each. */
export type Shape = { states: number; districts: number; clubs: number };

/** The shapes of organizations with about this many memberships. */
export const shapes: Readonly<Record<number, Shape>> = {
  1000: { states: 5, districts: 2, clubs: 5 },
  10000: { states: 10, districts: 5, clubs: 10 },
  100000: { states: 50, districts: 10, clubs: 10 },
  200000: { states: 50, districts: 10, clubs: 20 },
  1000000: { states: 50, districts: 20, clubs: 50 },
};

export const organizationId = "00000001-0000-7000-8000-000000000000";

/** Returns IDs that can be computed from a kind and a number, and sort in the order of creation. */
const id = (kind: number, number: string) =>
  `('000000${String(kind).padStart(2, "0")}-' || lpad(to_hex((${number}) / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex((${number}) % 65536), 12, '0'))::uuid`;
const kinds = {
  level: 2,
  label: 3,
  profile: 4,
  membership: 5,
  content: 6,
  version: 7,
  assignment: 8,
  requirement: 9,
  attempt: 10,
  file: 11,
};
export const idOf = (kind: keyof typeof kinds, number: number) => {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  const prefix = `000000${String(kinds[kind]).padStart(2, "0")}`;
  return `${prefix}-${hex(Math.floor(number / 65536), 4)}-7000-8000-${hex(number % 65536, 12)}`;
};

const perClub = 20;
const labels = ["Head Coach", "Assistant Coach", "Volunteer", "Referee", "Team Parent", "Treasurer"];
const contents = 5;
export const zone = "America/New_York";
/** Returns the midnight in the organization's time zone that begins the day this many days from now. */
const midnight = (days: string) =>
  `(((now() AT TIME ZONE '${zone}')::date + (${days})::int)::timestamp AT TIME ZONE '${zone}')`;

const array = (values: readonly string[]) => `ARRAY[${values.map((value) => `'${value}'`).join(", ")}]`;
/** Returns an element for a number. It looks random and is always the same. */
const pick = (values: readonly string[], number: string) => `(${array(values)})[1 + (${number}) % ${values.length}]`;
const mixed = (number: string, salt: number) => `(hashint8extended((${number})::bigint, ${salt}) & 2147483647)`;

/** The upper limits, of 1,000, of the numbers of requirements in each state. The others are incomplete. */
const shares = { completed: 700, soon: 740, expired: 770, pending: 790, rejected: 791 };

export type Population = {
  members: number;
  shape: Shape;
  seconds: number;
  insertSeconds: number;
  /** Last names of at most three people each. */
  rareNames: string[];
};

/**
 * Fills an empty, migrated database with one organization, in sets and committed steps, in the state in which the product's own
 * verbs would have left it.
 *
 * @param admin the owner of the tables, who also updates the statistics.
 */
export async function populate(
  appUrl: string,
  adminUrl: string,
  shape: Shape,
  wrappedKey: Buffer,
): Promise<Population> {
  const begun = performance.now();
  const client = new pg.Client({ connectionString: appUrl, options: `-c app.organization_id=${organizationId}` });
  await client.connect();
  // Foreign keys aren't checked: the sets are right by construction, and this takes a fifth of the time.
  await client.query("SET session_replication_role = replica");
  const run = (sql: string, values: unknown[] = []) => client.query(sql, values);
  const org = `'${organizationId}'::uuid`;
  const { states, districts, clubs } = shape;
  const perDistrict = clubs + 1;
  const perState = districts * perDistrict + 1;
  const levels = states * perState + 1;
  const members = states * districts * clubs * perClub;

  await run(
    `INSERT INTO organization (organization_id, name, initials, time_zone, accent_color, is_demo, wrapped_key, created_at)
     VALUES (${org}, 'Bench Association', 'BA', '${zone}', '#1c5d99', false, $1, now())`,
    [wrappedKey],
  );
  // The levels' numbers are their preorder numbers, because the tree is regular.
  await run(`
    INSERT INTO level (organization_id, level_id, parent_id, name, kind, pre, last, depth, created_at)
    SELECT ${org}, ${id(kinds.level, "n")},
      CASE WHEN n = 0 THEN NULL
        WHEN (n - 1) % ${perState} = 0 THEN ${id(kinds.level, "0")}
        WHEN ((n - 1) % ${perState} - 1) % ${perDistrict} = 0 THEN ${id(kinds.level, `n - 1 - (n - 1) % ${perState} + 1`)}
        ELSE ${id(kinds.level, `n - ((n - 1) % ${perState} - 1) % ${perDistrict}`)} END,
      CASE WHEN n = 0 THEN 'Bench Association' ELSE 'Level ' || n END,
      CASE WHEN n = 0 THEN 'Association' WHEN (n - 1) % ${perState} = 0 THEN 'State'
        WHEN ((n - 1) % ${perState} - 1) % ${perDistrict} = 0 THEN 'District' ELSE 'Club' END,
      n,
      CASE WHEN n = 0 THEN ${levels - 1} WHEN (n - 1) % ${perState} = 0 THEN n + ${perState - 1}
        WHEN ((n - 1) % ${perState} - 1) % ${perDistrict} = 0 THEN n + ${perDistrict - 1} ELSE n END,
      CASE WHEN n = 0 THEN 0 WHEN (n - 1) % ${perState} = 0 THEN 1
        WHEN ((n - 1) % ${perState} - 1) % ${perDistrict} = 0 THEN 2 ELSE 3 END,
      now()
    FROM generate_series(0, ${levels - 1}) AS n`);
  await run(`
    INSERT INTO label (organization_id, label_id, name, role, given_by, created_at)
    SELECT ${org}, ${id(kinds.label, "n")}, (${array([...labels, "Administrator", "Director", "Club Manager"])})[n + 1],
      CASE WHEN n < ${labels.length} THEN 'Individual' ELSE (${array(["Admin", "Director", "Manager"])})[n - ${labels.length - 1}] END,
      CASE WHEN n < ${labels.length} THEN 'Manager' ELSE (${array(["Admin", "Director", "Director"])})[n - ${labels.length - 1}] END, now()
    FROM generate_series(0, ${labels.length + 2}) AS n`);
  await run(`
    INSERT INTO content (organization_id, content_id, level_id, type, name, description, current_version_id, created_at)
    SELECT ${org}, ${id(kinds.content, "n")}, ${id(kinds.level, "0")}, 0, 'Requirement ' || n, '', ${id(kinds.version, "n")}, now()
    FROM generate_series(1, ${contents}) AS n`);
  await run(`
    INSERT INTO content_version (organization_id, content_version_id, content_id, number, settings, created_by, created_at)
    SELECT ${org}, ${id(kinds.version, "n")}, ${id(kinds.content, "n")}, 1,
      '{"kind":"document","validThrough":null,"redoBy":null,"instructions":"","linkUrl":null,"reviewRequired":true,"asksCompletionDate":false,"acceptedExtensions":["pdf"],"validity":{"type":"Duration","amount":1,"unit":"years"}}'::jsonb,
      ${org}, now()
    FROM generate_series(1, ${contents}) AS n`);
  await run(`
    INSERT INTO content_assignment (organization_id, content_assignment_id, content_id, level_id, include_below, mandatory,
      due_date, payer, created_by, created_at)
    SELECT ${org}, ${id(kinds.assignment, "n")}, ${id(kinds.content, "n")}, ${id(kinds.level, "0")}, true, n < ${contents},
      CASE WHEN n = 4 THEN current_date - 30 END, 'Organization', ${org}, now()
    FROM generate_series(1, ${contents}) AS n`);
  await run(`
    INSERT INTO content_assignment_label
    SELECT ${org}, ${id(kinds.assignment, "n")}, ${id(kinds.label, "l")}
    FROM generate_series(1, ${contents}) AS n, generate_series(0, ${labels.length - 1}) AS l`);

  const inserting = performance.now();
  // One person in forty has a rare name.
  const rarer = `CASE WHEN ${mixed("n", 12)} % 40 = 0 THEN ${pick(endings, mixed("n", 13))} ELSE '' END`;
  const lastName = `${pick(beginnings, mixed("n", 1))} || ${pick(endings, mixed("n", 2))} || ${rarer}`;
  const lastFolded = `${pick(beginnings.map(folded), mixed("n", 1))} || ${pick(endings, mixed("n", 2))} || ${rarer}`;
  const firstFolded = pick(firstNames.map(folded), mixed("n", 3));
  const address = `${firstFolded} || '.' || ${lastFolded} || n || '@' || ${pick(["example.org", "example.com", "mail.example", "school.example"], mixed("n", 14))}`;
  // One person in ten has never logged in.
  const waits = `${mixed("n", 15)} % 10 = 0`;
  for (let from = 0; from < members; from += 100_000) {
    const series = `generate_series(${from}, ${Math.min(members, from + 100_000) - 1}) AS n`;
    await run(`
      INSERT INTO profile (organization_id, profile_id, first_name, last_name, sort_name, email, activated_at, confirmed_at, created_at)
      SELECT ${org}, ${id(kinds.profile, "n")}, ${pick(firstNames, mixed("n", 3))}, ${lastName},
        ${lastFolded} || ', ' || ${firstFolded}, ${address}, CASE WHEN ${waits} THEN NULL ELSE now() END, now(), now()
      FROM ${series}`);
    await run(`INSERT INTO profile_directory SELECT ${id(kinds.profile, "n")}, ${org} FROM ${series}`);
    // Club c of all clubs: every state has one number for itself, and every district one.
    const club = `(n / ${perClub})`;
    const level = `1 + ${club} / ${districts * clubs} * ${perState} + 1 + (${club} % ${districts * clubs}) / ${clubs} * ${perDistrict} + 1 + ${club} % ${clubs}`;
    const label = `CASE WHEN ${mixed("n", 5)} % 1000 = 0 THEN 5 ELSE ${mixed("n", 6)} % 5 END`;
    await run(`
      INSERT INTO profile_level_access
      SELECT ${org}, ${id(kinds.membership, "n")}, ${id(kinds.profile, "n")}, ${id(kinds.level, level)}, ${id(kinds.label, label)}, now() - interval '1 year'
      FROM ${series}`);
    const state = `${mixed(`n * ${contents} + k`, 7)} % 1000`;
    const status = `CASE WHEN s < ${shares.completed} THEN 3 WHEN s < ${shares.soon} THEN 6 WHEN s < ${shares.expired} THEN 5
      WHEN s < ${shares.pending} THEN 7 WHEN s < ${shares.rejected} THEN 8 WHEN k = 4 THEN 4 ELSE 0 END`;
    const owed = `(SELECT n, k, n * ${contents} + k AS r, ${state} AS s FROM ${series}, generate_series(1, ${contents}) AS k) AS owed`;
    // The expiration lies in the far future, within the month, or within the last hundred days.
    const inDays = `CASE WHEN s < ${shares.completed} THEN 200 + ${mixed("r", 8)} % 160
      WHEN s < ${shares.soon} THEN 1 + ${mixed("r", 9)} % 28 WHEN s < ${shares.expired} THEN - (${mixed("r", 10)} % 100) END`;
    const expires = midnight(inDays);
    await run(`
      INSERT INTO requirement (organization_id, requirement_id, profile_id, content_id, status, status_since, next_transition_at, created_at)
      SELECT ${org}, ${id(kinds.requirement, "r")}, ${id(kinds.profile, "n")}, ${id(kinds.content, "k")}, ${status}, now() - interval '10 days',
        CASE WHEN s < ${shares.completed} THEN ${midnight(`${inDays} - ${expiringSoonDays}`)} WHEN s < ${shares.soon} THEN ${expires} END, now() - interval '1 year'
      FROM ${owed}`);
    await run(`
      INSERT INTO demand (organization_id, requirement_id, profile_level_access_id, content_assignment_id, mandatory, due_at, payer, created_at)
      SELECT ${org}, ${id(kinds.requirement, "r")}, ${id(kinds.membership, "n")}, ${id(kinds.assignment, "k")}, k < ${contents},
        CASE WHEN k = 4 THEN (current_date - 29)::timestamp AT TIME ZONE '${zone}' END, 'Organization', now() - interval '1 year'
      FROM ${owed}`);
    await run(`
      INSERT INTO attempt (organization_id, attempt_id, requirement_id, profile_level_access_id, level_id, content_version_id, state, source,
        submitted_at, completed_at, expires_at, decided_at, created_by, created_at)
      SELECT ${org}, ${id(kinds.attempt, "r")}, ${id(kinds.requirement, "r")}, ${id(kinds.membership, "n")}, ${id(kinds.level, level)}, ${id(kinds.version, "k")},
        CASE WHEN s < ${shares.expired} THEN 'approved' WHEN s < ${shares.pending} THEN 'pendingReview' ELSE 'disqualified' END, 'ManualUpload',
        now() - (1 + ${mixed("r", 11)} % 100000) * interval '1 minute', now() - interval '100 days', ${expires},
        CASE WHEN s < ${shares.expired} OR s >= ${shares.pending} THEN now() - interval '99 days' END, ${id(kinds.profile, "n")}, now() - interval '100 days'
      FROM ${owed} WHERE s < ${shares.rejected}`);
    const waiting = `${owed} WHERE s >= ${shares.expired} AND s < ${shares.pending}`;
    await run(`
      INSERT INTO stored_file (organization_id, file_id, name, extension, media_type, bytes, sha256, storage_key, uploaded_by, created_at,
        scan, scanned_at)
      SELECT ${org}, ${id(kinds.file, "r")}, 'certificate.pdf', 'pdf', 'application/pdf', 100000, repeat('0', 64), 'none/' || r, ${id(kinds.profile, "n")}, now(),
        'clean', now()
      FROM ${waiting}`);
    await run(`
      INSERT INTO attempt_file (organization_id, attempt_id, file_id)
      SELECT ${org}, ${id(kinds.attempt, "r")}, ${id(kinds.file, "r")} FROM ${waiting}`);
    await run(`
      INSERT INTO member_standing (organization_id, profile_level_access_id, overall_status, since, profile_id, level_id, label_id, sort_name,
        statuses, owed, done, contents, content_statuses, content_expiries)
      SELECT membership.organization_id, membership.profile_level_access_id,
        CASE WHEN bool_or(requirement.status = 8) THEN 'Disqualified'
          WHEN min(profile.activated_at) IS NULL THEN 'NotActivated'
          WHEN bool_or(demand.mandatory AND requirement.status NOT IN (3, 6)) THEN 'Incomplete'
          WHEN bool_or(requirement.status NOT IN (3, 6)) THEN 'Optional' ELSE 'Cleared' END,
        now() - interval '10 days', membership.profile_id, membership.level_id, membership.label_id, min(profile.sort_name),
        bit_or(1 << requirement.status), ${contents}, count(*) FILTER (WHERE requirement.status IN (3, 6)),
        array_agg(requirement.content_id ORDER BY requirement.content_id), array_agg(requirement.status ORDER BY requirement.content_id),
        array_agg(CASE WHEN requirement.status IN (3, 6) THEN ((attempt.expires_at - interval '1 millisecond') AT TIME ZONE '${zone}')::date END ORDER BY requirement.content_id)
      FROM profile_level_access AS membership
      JOIN profile ON profile.organization_id = ${org} AND profile.profile_id = membership.profile_id
      JOIN requirement ON requirement.organization_id = ${org} AND requirement.profile_id = membership.profile_id
      JOIN demand ON demand.organization_id = ${org} AND demand.requirement_id = requirement.requirement_id
      LEFT JOIN attempt ON attempt.organization_id = ${org} AND attempt.requirement_id = requirement.requirement_id
      WHERE membership.organization_id = ${org} AND membership.profile_level_access_id BETWEEN ${id(kinds.membership, String(from))}
        AND ${id(kinds.membership, String(from + 99_999))}
      GROUP BY membership.organization_id, membership.profile_level_access_id, membership.profile_id, membership.level_id, membership.label_id`);
    await run(`
      SELECT keep_searched(array_agg(profile_id), array_agg(' ' || replace(split_part(sort_name, ', ', 2), '-', ' ') || ' '
        || split_part(sort_name, ', ', 1) || ' ' || email))
      FROM profile WHERE organization_id = ${org} AND profile_id BETWEEN ${id(kinds.profile, String(from))} AND ${id(kinds.profile, String(from + 99_999))}`);
    await analyzed(adminUrl);
  }
  // A club's own level, its district, its state, and the root.
  const above = `JOIN level AS here ON here.organization_id = ${org} AND here.level_id = own.level_id
    LEFT JOIN level AS district ON district.organization_id = ${org} AND district.level_id = here.parent_id
    LEFT JOIN level AS state ON state.organization_id = ${org} AND state.level_id = district.parent_id
    CROSS JOIN LATERAL (VALUES (here.level_id), (district.level_id), (state.level_id), (state.parent_id)) AS top (level_id)`;
  const insertSeconds = (performance.now() - inserting) / 1000;
  await run(`
    INSERT INTO member_count
    SELECT ${org}, top.level_id, label_id, overall_status, statuses, sum(n) FROM (
      SELECT level_id, label_id, overall_status, statuses, count(*) AS n FROM member_standing
      WHERE organization_id = ${org} GROUP BY level_id, label_id, overall_status, statuses
    ) AS own ${above} GROUP BY top.level_id, label_id, overall_status, statuses`);
  await run(`
    INSERT INTO requirement_count
    SELECT ${org}, top.level_id, content_id, status, sum(n) FROM (
      SELECT level_id, unnest(contents) AS content_id, unnest(content_statuses) AS status, count(*) AS n FROM member_standing
      WHERE organization_id = ${org} GROUP BY 1, 2, 3
    ) AS own ${above} GROUP BY top.level_id, content_id, status`);
  await run(`
    INSERT INTO expiry_count
    SELECT ${org}, top.level_id, expires_on, sum(n) FROM (
      SELECT level_id, expires_on, count(*) AS n FROM member_standing CROSS JOIN unnest(content_expiries) AS expires_on
      WHERE organization_id = ${org} AND expires_on IS NOT NULL GROUP BY 1, 2
    ) AS own ${above} GROUP BY top.level_id, expires_on`);
  const { rows: rare } = await run(`
    SELECT last_name FROM profile WHERE organization_id = ${org} GROUP BY last_name HAVING count(*) <= 3 ORDER BY md5(last_name) LIMIT 20`);
  await client.end();
  await analyzed(adminUrl);
  const rareNames = rare.map((row) => row.last_name as string);
  return { members, shape, seconds: (performance.now() - begun) / 1000, insertSeconds, rareNames };
}

/** Updates statistics and visibility, as autovacuum would in time. */
export async function analyzed(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.end();
}
