import type { BodyOf } from "@touchline/contract";
import type { tellVideoProgress, VideoProgress } from "@touchline/contract/videos";
import { isOpen, told, watchedEnough } from "@touchline/rules";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { inTurn } from "../../profiles/actions/turn.ts";
import { type On, permittedOfKind, subjectOf } from "../../requirements/actions/permitted.ts";
import { restandOne } from "../../standing/actions/restand.ts";
import { transition } from "../../standing/actions/transition.ts";
import { progressOf, shownProgress } from "../queries.ts";
import { videoProgress } from "../tables.ts";

/**
 * Counts the seconds that were just played. The first time the attempt begins, and so finishes on this version of the video.
 *
 * @throws NotFound, Forbidden; Conflict where another page plays it, or more was told than can have been watched.
 */
export async function tellProgress(
  given: Call,
  input: { requirementId: string } & BodyOf<typeof tellVideoProgress>,
): Promise<VideoProgress> {
  const call = await inTurn(given, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "watchVideo", "video");
  const { from, to, player = null } = input;
  const begins = to <= from;
  const attemptId = openAttempt(found.on) ?? (await begin(call, found));
  const before = await progressOf(call, attemptId);
  if (before && !begins && before.player !== player) {
    throw conflict("This video is played somewhere else now. Play it here to go on here.", "otherPlayer");
  }
  const now = call.now.getTime();
  const after = told(
    before && { ...before, at: before.at.getTime() },
    [from, begins ? from : to],
    now,
    settings.seconds,
  );
  if (after === null) {
    throw conflict("More was told than can have been watched since. Go on from where it counts.", "tooFast");
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

/** The attempt in which it is watched; null where there is none yet. */
export const openAttempt = ({ attempt }: On) => (attempt !== null && isOpen(attempt.state) ? attempt.attemptId : null);

async function begin(call: Call, { target, on }: Awaited<ReturnType<typeof permittedOfKind>>["found"]) {
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "begin" }, on.asked.versionId);
  await restandOne(call, subject);
  return attemptId;
}
