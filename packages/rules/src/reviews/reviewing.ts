/** Decides how a content is reviewed. */

import { typeOfKind } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { uploadWantsReview } from "../compliance/attempt.ts";
import { wantsReview } from "../library/content.ts";

/**
 * Tests whether a person reviews submissions for a content. If a provider or a package decides, only unclear results are
 * reviewed, which isn't known in advance.
 */
export function reviewExpected(settings: ContentSettings): boolean {
  if (settings.kind === "background-check") return false;
  if (settings.kind === "custom-training" && settings.packageFileId !== null) return settings.packageReviewed;
  if ("acceptsCertificates" in settings && !settings.acceptsCertificates) return false;
  return uploadWantsReview(typeOfKind[settings.kind], wantsReview(settings));
}
