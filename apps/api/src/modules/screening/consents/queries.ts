import type { Call } from "../../../call.ts";
import type { AttemptSubject } from "../../compliance/index.ts";

/** The consents that a person still has to give before a background check may be ordered; none are asked for yet. */
export async function missingConsents(_call: Call, _subject: AttemptSubject): Promise<readonly string[]> {
  return [];
}
