import { setTimeout as wait } from "node:timers/promises";
import type { ResponseOf } from "@touchline/contract";
import { checkRosterImport, getRosterImport, startRosterImport, uploadRoster } from "@touchline/contract/setup/imports";
import { asAdmin, type Caller, looks, progress, readers, whileRead } from "./background-load.ts";
import { type Figure, ms, within } from "./figures.ts";
import { beginnings, endings, firstNames } from "./names.ts";
import { organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";
import { treeOf } from "./tree.ts";
import { takenBack, timed } from "./writes.ts";

const org = `'${organizationId}'::uuid`;

type Import = ResponseOf<typeof getRosterImport>;

/** Measures an import of this many rows, from the upload to the last row. */
export async function importing(stage: Stage, seconds: number, rows: number): Promise<Figure[]> {
  const by = await asAdmin(stage);
  const { read: before } = await whileRead(stage, by, () => wait(seconds * 1000));
  const form = new FormData();
  form.append("file", new File([rosterOf(stage, rows)], "roster.csv", { type: "text/csv" }));
  let rosterImportId = "";
  const uploading = await timed(async () => {
    ({ rosterImportId } = await by.call<{ rosterImportId: string }>("POST", uploadRoster.path, form));
  });
  const at = (path: string) => path.replace("{id}", rosterImportId);
  const { mapping } = await by.call<Import>("GET", at(getRosterImport.path));
  const check = await whileRead(stage, by, async () => {
    await by.call("PUT", at(checkRosterImport.path), mapping);
    return reaches(by, at(getRosterImport.path), "checked", (one) => one.read + one.judged);
  });
  const { fates, toWrite } = check.came.now;
  // Rows that resemble existing people wait for an answer.
  if (toWrite < rows * 0.9) throw new Error(`${rows} people were expected: ${JSON.stringify(fates)}`);
  const write = await whileRead(stage, by, async () => {
    await by.call("POST", at(startRosterImport.path), { invite: false });
    return reaches(by, at(getRosterImport.path), "done", (one) => one.written);
  });
  const bare = await bareInsert(stage, rosterImportId);
  if (bare.people !== toWrite) throw new Error(`${bare.people} of ${toWrite} people were copied.`);
  const name = `import of ${toWrite} of ${rows} rows`;
  const details = `${ms(write.came.took)} after ${ms(uploading)} to take in the file and a dry run of ${ms(check.came.took)}; bare insert ${ms(bare.time)}`;
  return [
    { name, ratio: write.came.took / bare.time, target: 5, atMost: true, details },
    within("dry run, longest time without progress", check.came.longest, 1000, "ms"),
    within("import, longest time without progress", write.came.longest, 1000, "ms"),
    within("slowest look at the progress", Math.max(check.came.slowest, write.came.slowest), 1000, "ms"),
    readers("the dry run", check.read, before),
    readers("the import", write.read, before),
  ];
}

/** Invents names that occur once. They have two last names, as many people do. */
function nameOf(n: number): string {
  const one = (values: readonly string[], at: number) => values[at % values.length] ?? "";
  const last = (at: number) => one(beginnings, at) + one(endings, Math.floor(at / beginnings.length));
  const lasts = beginnings.length * endings.length;
  // Neighbors in the roster aren't neighbors in the alphabet.
  const mixed = (n * 7919) % (lasts * lasts);
  return `${one(firstNames, n)},${last(mixed % lasts)}-${last(Math.floor(mixed / lasts))}`;
}

/**
 * Invents new people of clubs everywhere. One in ten is a treasurer with an email address, so that they can be found and
 * emailed.
 */
function rosterOf({ population: { shape } }: Stage, rows: number): string {
  const { club } = treeOf(shape);
  const lines = ["Name,Last Name,Email,Level/Team,Role,Requires Guardian"];
  for (let n = 0; n < rows; n += 1) {
    const [address, role] = n % 10 === 0 ? [`rosa${n}@import.example`, "Treasurer"] : ["", "Volunteer"];
    lines.push(`${nameOf(n)},${address},Level ${club.at(n)},${role},No`);
  }
  return lines.join("\n");
}

/** Polls until an import is in a state. @throws if it failed. */
async function reaches(by: Caller, path: string, state: Import["state"], count: (one: Import) => number) {
  const seen = progress();
  let slowest = 0;
  for (;;) {
    const startedAt = performance.now();
    const now = await by.call<Import>("GET", path);
    slowest = Math.max(slowest, performance.now() - startedAt);
    seen.saw(count(now));
    if (now.state === state) return { now, took: seen.took(), longest: seen.longest(), slowest };
    if (now.failure !== null) throw new Error(now.failure);
    await wait(looks);
  }
}

/**
 * Inserts the people of an import once more in one statement that is rolled back: people with their search keys, memberships,
 * requirements with reasons, statuses with their basis, and the history. Counts, indexes of large levels, duplicate keys, and
 * row results are left out.
 */
async function bareInsert(stage: Stage, rosterImportId: string): Promise<{ people: number; time: number }> {
  const copied = (table: string, columns: string, values: string, from: string) =>
    `INSERT INTO ${table} (organization_id, ${columns}) SELECT ${org}, ${values} FROM ${from}`;
  const { rows, time } = await takenBack<{ people: number }>(
    stage,
    `WITH those AS MATERIALIZED (
         SELECT row.profile_id AS was, row.profile_level_access_id AS was_member, gen_random_uuid() AS profile_id,
           gen_random_uuid() AS member_id
         FROM roster_import_row AS row
         WHERE row.organization_id = ${org} AND row.roster_import_id = $1 AND row.profile_id IS NOT NULL
       ), owed AS MATERIALIZED (
         SELECT those.*, old.content_id, old.status, old.next_transition_at, old.requirement_id AS was_requirement,
           gen_random_uuid() AS requirement_id
         FROM those JOIN requirement AS old ON old.organization_id = ${org} AND old.profile_id = those.was
       ), people AS (${copied(
         "profile",
         "profile_id, first_name, last_name, sort_name, email, confirmed_at, created_at",
         "those.profile_id, first_name, last_name, sort_name, email, confirmed_at, now()",
         `those JOIN profile AS old ON old.organization_id = ${org} AND old.profile_id = those.was`,
       )}), directory AS (
         INSERT INTO profile_directory (organization_id, profile_id) SELECT ${org}, profile_id FROM those
       ), memberships AS (${copied(
         "profile_level_access",
         "profile_level_access_id, profile_id, level_id, label_id, joined_at",
         "those.member_id, those.profile_id, level_id, label_id, now()",
         `those JOIN profile_level_access AS old ON old.organization_id = ${org} AND old.profile_level_access_id = those.was_member`,
       )}), requirements AS (${copied(
         "requirement",
         "requirement_id, profile_id, content_id, status, status_since, next_transition_at, created_at",
         "requirement_id, profile_id, content_id, status, now(), next_transition_at, now()",
         "owed",
       )}), demands AS (${copied(
         "demand",
         "requirement_id, profile_level_access_id, content_assignment_id, mandatory, due_at, payer, created_at",
         "owed.requirement_id, owed.member_id, old.content_assignment_id, old.mandatory, old.due_at, old.payer, now()",
         `owed JOIN demand AS old ON old.organization_id = ${org} AND old.requirement_id = owed.was_requirement`,
       )}), standings AS (${copied(
         "member_standing",
         `profile_level_access_id, overall_status, since, profile_id, level_id, label_id, sort_name, statuses, owed, done,
           contents, content_statuses, content_expiries`,
         `those.member_id, overall_status, now(), those.profile_id, level_id, label_id, sort_name, statuses, owed, done,
           contents, content_statuses, content_expiries`,
         `those JOIN member_standing AS old ON old.organization_id = ${org} AND old.profile_level_access_id = those.was_member`,
       )}), recorded AS (${copied(
         "standing_record",
         "standing_record_id, profile_level_access_id, profile_id, level_id, label_id, basis, at",
         "gen_random_uuid(), those.member_id, those.profile_id, level_id, label_id, basis, now()",
         `those JOIN standing_record AS old ON old.organization_id = ${org} AND old.profile_level_access_id = those.was_member`,
       )}), details AS (${copied(
         "requirement_event",
         `requirement_event_id, requirement_id, profile_id, content_id, profile_level_access_id, kind, actor, at`,
         "gen_random_uuid(), requirement_id, profile_id, content_id, member_id, 'demanded', 'system:bench', now()",
         "owed",
       )}), joined AS (${copied(
         "member_event",
         "member_event_id, profile_level_access_id, profile_id, level_id, label_id, kind, actor, at",
         "gen_random_uuid(), those.member_id, those.profile_id, level_id, label_id, 'joined', 'system:bench', now()",
         `those JOIN profile_level_access AS old ON old.organization_id = ${org} AND old.profile_level_access_id = those.was_member`,
       )}), logged AS (${copied(
         "audit_event",
         "audit_event_id, action, subject_id, profile_id, facts, actor, at",
         "gen_random_uuid(), action, subject_id, profile_id, '{}', 'system:bench', now()",
         `those CROSS JOIN LATERAL (VALUES ('person.added', profile_id), ('membership.added', member_id)) AS one (action, subject_id)`,
       )})
       SELECT count(*)::int AS people FROM those`,
    [rosterImportId],
    `SELECT keep_searched(array_agg(profile_id), array_agg(' ' || first_name || ' ' || last_name))
     FROM profile WHERE organization_id = ${org} AND created_at = now()`,
  );
  return { people: rows[0]?.people ?? 0, time };
}
