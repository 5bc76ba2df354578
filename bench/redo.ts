import { setTimeout as wait } from "node:timers/promises";
import { miscounted } from "@touchline/api/modules/compliance/standing/actions/recount";
import type { ResponseOf } from "@touchline/contract";
import { getRedoPreview, getRedoProgress, previewRedo } from "@touchline/contract/library/content";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import { addToDay, dayOf, endOfDay } from "@touchline/rules";
import { checked } from "./assign.ts";
import { asAdmin, readers, whileRead } from "./background-load.ts";
import { type Figure, ms, none, within } from "./figures.ts";
import { collectFigures, followed, longest, previewed, stepsOf } from "./following.ts";
import { idOf, organizationId, zone } from "./population.ts";
import type { Stage } from "./setup.ts";
import { takenBack } from "./writes.ts";

const org = `'${organizationId}'::uuid`;
/** A validity so short that everything completed expires soon. */
const inDays = 14;

/** Measures requiring again by a day what three of four have completed: previewed, saved, and applied step by step. */
export async function redoing(stage: Stage, seconds: number): Promise<Figure[]> {
  const contentId = idOf("content", 1);
  const redoBy = addToDay(dayOf(Date.now(), zone), { days: inDays });
  const at = (path: string) => path.replace("{id}", contentId);
  const by = await asAdmin(stage);
  const { read: before } = await whileRead(stage, by, () => wait(seconds * 1000));
  const { figures, record: report } = collectFigures();
  const { came: preview, read: duringPreview } = await whileRead(stage, by, () =>
    previewed(
      stage,
      () => by.call<ResponseOf<typeof previewRedo>>("POST", at(previewRedo.path), { redoBy }),
      (id) => by.call("GET", at(getRedoPreview.path).replace("{previewId}", id)),
    ),
  );
  const { ending } = preview.result;
  report(
    longest(`preview of ${ending} to redo`, preview.seen, preview.steps),
    readers("the preview", duringPreview, before),
  );

  const settings = await settingsOf(stage, contentId);
  const { came: saved, read: during } = await whileRead(stage, by, () =>
    followed(
      () => by.call("POST", at(saveContentDocument.path), { ...settings, redoBy }),
      () => by.call<ResponseOf<typeof getRedoProgress>>("GET", at(getRedoProgress.path)),
    ),
  );
  const steps = await stepsOf(stage, "job", "standing.redo");
  const bare = await bareUpdate(stage, redoBy);
  const shorter = await shortened(stage, contentId);
  report(
    within("redo, answer", saved.answerTime, 1000, "ms"),
    longest("redo", saved.seen, steps),
    readers("the redo", during, before),
    {
      name: `redo of ${shorter} compared to the bare update`,
      ratio: saved.seen.took() / Math.max(1, shorter) / bare.each,
      target: 5,
      atMost: true,
      details: `${shorter} in ${ms(saved.seen.took())}, bare ${bare.rows} in ${ms(bare.time)}`,
    },
  );
  const wrong = await stage.asSystem(miscounted);
  // Unchanged statuses were never recorded.
  const differing = (await checked(stage)).filter(({ what }) => what !== "membership");
  report(
    none("completions that differ from the preview", Math.abs(shorter - ending), `${shorter} of ${ending}`),
    none("wrong counts afterwards", wrong.length, JSON.stringify(wrong[0] ?? "none")),
    none("wrong statuses in a sample", differing.length, JSON.stringify(differing[0] ?? "none")),
  );
  return figures;
}

/** Returns the settings as the page sends them back, without the kind. */
async function settingsOf({ pool }: Stage, contentId: string): Promise<object> {
  const { rows } = await pool.query<{ settings: object }>(
    `SELECT settings - 'kind' AS settings FROM content_version
     WHERE organization_id = ${org} AND content_id = $1 ORDER BY number DESC LIMIT 1`,
    [contentId],
  );
  return rows[0]?.settings ?? {};
}

/** Counts the completions whose history says that they now end earlier. */
async function shortened({ pool }: Stage, contentId: string): Promise<number> {
  const { rows } = await pool.query<{ ending: number }>(
    `SELECT count(*)::int AS ending FROM requirement_event
     WHERE organization_id = ${org} AND content_id = $1 AND kind = 'redoAsked'`,
    [contentId],
  );
  return rows[0]?.ending ?? 0;
}

/**
 * Updates the completions of another content in one statement that is rolled back: their end, their status with its basis, and
 * the history of both. That content has as many completions as the measured one.
 */
async function bareUpdate(stage: Stage, redoBy: string) {
  const { rowCount: rows, time } = await takenBack(
    stage,
    `WITH those AS MATERIALIZED (
         SELECT attempt.attempt_id, requirement.requirement_id, requirement.profile_id, membership.profile_level_access_id,
           membership.level_id, membership.label_id
         FROM attempt JOIN requirement ON requirement.organization_id = ${org} AND requirement.requirement_id = attempt.requirement_id
         JOIN profile_level_access AS membership ON membership.organization_id = ${org}
           AND membership.profile_level_access_id = attempt.profile_level_access_id
         WHERE attempt.organization_id = ${org} AND attempt.content_version_id = $1 AND attempt.state = 'approved'
           AND attempt.expires_at > $3
       ), shorter AS (
         UPDATE attempt SET redo_by = $2, redo_number = 2, expires_at = $3
         FROM those WHERE attempt.organization_id = ${org} AND attempt.attempt_id = those.attempt_id
       ), stands AS (
         UPDATE requirement SET status = 6, status_since = now(), next_transition_at = $3
         FROM those WHERE requirement.organization_id = ${org} AND requirement.requirement_id = those.requirement_id
       ), details AS (
         INSERT INTO requirement_event (organization_id, requirement_event_id, requirement_id, profile_id, content_id,
           profile_level_access_id, attempt_id, kind, from_status, to_status, actor, at)
         SELECT ${org}, gen_random_uuid(), requirement_id, profile_id, $4::uuid, profile_level_access_id, attempt_id, kind,
           CASE kind WHEN 'status' THEN 3 END, CASE kind WHEN 'status' THEN 6 END, 'system:bench', now()
         FROM those CROSS JOIN unnest(ARRAY['redoAsked', 'status']) AS kind
       ), standing AS (
         UPDATE member_standing SET statuses = statuses | 64, content_statuses[2] = 6, content_expiries[2] = $2
         FROM those WHERE member_standing.organization_id = ${org}
           AND member_standing.profile_level_access_id = those.profile_level_access_id
       )
       INSERT INTO standing_record (organization_id, standing_record_id, profile_level_access_id, profile_id, level_id, label_id, basis, at)
       SELECT ${org}, gen_random_uuid(), those.profile_level_access_id, those.profile_id, those.level_id, those.label_id,
         coalesce(old.basis, (SELECT basis FROM standing_record WHERE organization_id = ${org} LIMIT 1)), now()
       FROM those LEFT JOIN LATERAL (
         SELECT basis FROM standing_record AS old
         WHERE old.organization_id = ${org} AND old.profile_level_access_id = those.profile_level_access_id
         ORDER BY old.at DESC LIMIT 1
       ) AS old ON true`,
    [idOf("version", 2), redoBy, new Date(endOfDay(redoBy, zone)), idOf("content", 2)],
  );
  return { rows, time, each: time / Math.max(1, rows) };
}
