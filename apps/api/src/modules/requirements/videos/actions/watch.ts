import type { BodyOf } from "@touchline/contract";
import type { saveVideoProgress, VideoProgress } from "@touchline/contract/requirements/videos";
import { afterReport, watchedEnough } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { videoProgress } from "../../../../schema/requirements.ts";
import { withLocks } from "../../../people/index.ts";
import { permittedOfKind } from "../../requirements/actions/permitted.ts";
import { attemptUnderWay, startAttempt } from "../../requirements/actions/start-attempt.ts";
import { progressOf, shownProgress } from "../queries.ts";

/**
 * Counts the seconds that were just played. The first time the attempt begins, and so finishes on this version of the video,
 * unless that counts no more before it is finished.
 *
 * @throws NotFound, Forbidden; Conflict where another page plays it, or more was told than can have been watched.
 */
export async function saveWatched(
  unlocked: Call,
  input: { requirementId: string } & BodyOf<typeof saveVideoProgress>,
): Promise<VideoProgress> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "watchVideo", "video");
  const { from, to, player = null } = input;
  const begins = to <= from;
  const attemptId = attemptUnderWay(found.on) ?? (await startAttempt(call, found));
  const before = await progressOf(call, attemptId);
  if (before && !begins && before.player !== player) {
    throw conflict("This video is playing somewhere else. Play it here to continue here.", "otherPlayer");
  }
  const now = call.now.getTime();
  const after = afterReport(
    before && { ...before, at: before.at.getTime() },
    [from, begins ? from : to],
    now,
    settings.seconds,
  );
  if (after === null) {
    throw conflict("The video was skipped ahead. Continue from the last part you watched.", "tooFast");
  }
  const row = {
    stretches: after.stretches,
    saved: after.saved,
    position: after.position,
    player,
    enough: (before?.enough ?? false) || watchedEnough(after.stretches, settings),
    at: call.now,
  };
  await call.db
    .insert(videoProgress)
    .values({ organizationId: call.organizationId, attemptId, ...row })
    .onConflictDoUpdate({ target: [videoProgress.organizationId, videoProgress.attemptId], set: row });
  return shownProgress(row, settings);
}
