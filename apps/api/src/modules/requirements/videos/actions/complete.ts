import type { Call } from "../../../../call.ts";
import { withLocks } from "../../../people/index.ts";
import { permittedOfKind } from "../../requirements/actions/permitted.ts";
import { type Submitted, submit } from "../../requirements/actions/submit.ts";

/** Completes a video. @throws NotFound, Forbidden; Conflict until enough of it was watched. */
export async function completeVideo(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<Submitted> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { found } = await permittedOfKind(call, input, "complete", "video");
  return submit(call, found, { reviewWanted: false, fileIds: [] });
}
