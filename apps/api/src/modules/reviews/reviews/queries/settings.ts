import type { ReviewSettings } from "@touchline/contract/reviews/review-settings";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { reviewSetting } from "../../../../schema/reviews.ts";

/** How the organization reviews; as usual where it has said nothing. The caller authorizes. */
export async function reviewSettings(call: Call): Promise<ReviewSettings> {
  const [row] = await call.db
    .select({
      secondReviewer: reviewSetting.secondReviewer,
      reasonsOptional: reviewSetting.reasonsOptional,
      templates: reviewSetting.templates,
      version: reviewSetting.version,
    })
    .from(reviewSetting)
    .where(ours(reviewSetting, call));
  return row
    ? { ...row, templates: [...row.templates] }
    : { secondReviewer: false, reasonsOptional: false, templates: [], version: 0 };
}
