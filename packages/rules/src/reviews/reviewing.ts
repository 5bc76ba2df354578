/** Tells what a content means for reviewers. */

import { typeOfKind } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { uploadWantsReview } from "../compliance/attempt.ts";
import { wantsReview } from "../library/content.ts";

/**
 * Whether a person will look at what somebody does for it. Of what a provider or a package decides only what is not clear comes
 * to a person, which nobody can foretell.
 */
export function reviewExpected(settings: ContentSettings): boolean {
  if (settings.kind === "background-check") return false;
  if (settings.kind === "custom-training" && settings.packageFileId !== null) return settings.packageReviewed;
  if ("acceptsCertificates" in settings && !settings.acceptsCertificates) return false;
  return uploadWantsReview(typeOfKind[settings.kind], wantsReview(settings));
}
