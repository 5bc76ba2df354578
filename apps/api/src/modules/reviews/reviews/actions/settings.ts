import type { BodyOf } from "@touchline/contract";
import type { saveReviewSettings as endpoint, ReviewSettings } from "@touchline/contract/reviews/review-settings";
import { unknownVariables } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { reviewSetting } from "../../../../schema/reviews.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import { reviewSettings } from "../queries/settings.ts";

/**
 * Changes the review settings of the organization.
 *
 * @param wanted.version the version the change is based on.
 * @throws Forbidden; 400 for an unknown rejection reason; Conflict if the settings were changed concurrently.
 */
export async function saveReviewSettings(unlocked: Call, wanted: BodyOf<typeof endpoint>): Promise<ReviewSettings> {
  const call = await withLocks(unlocked);
  authorize(call, "organization.edit", { organizationWide: true });
  for (const [at, { en, es }] of wanted.templates.entries()) {
    for (const [language, text] of Object.entries({ en, es: es ?? "" })) {
      const [unknown] = unknownVariables(text);
      if (unknown !== undefined) {
        throw invalid(`templates.${at}.${language}`, `{${unknown}} isn't a placeholder here.`);
      }
    }
  }
  const before = await reviewSettings(call);
  const { secondReviewer, reasonsOptional = before.reasonsOptional, templates, version } = wanted;
  const next = { secondReviewer, reasonsOptional, templates: [...templates], version: version + 1 };
  const written =
    version === 0
      ? await call.db
          .insert(reviewSetting)
          .values({ organizationId: call.organizationId, ...next })
          .onConflictDoNothing()
          .returning({ version: reviewSetting.version })
      : await call.db
          .update(reviewSetting)
          .set(next)
          .where(and(ours(reviewSetting, call), eq(reviewSetting.version, version)))
          .returning({ version: reviewSetting.version });
  if (written.length === 0) {
    throw conflict("Someone else changed this since you opened it. Reload the page.", "concurrentChange");
  }
  await audit(call, [
    {
      action: "organization.reviewingChanged",
      subjectId: call.organizationId,
      facts: {
        before: {
          secondReviewer: before.secondReviewer,
          reasonsOptional: before.reasonsOptional,
          templates: before.templates.length,
        },
        after: { secondReviewer, reasonsOptional, templates: templates.length },
      },
      values: { before: before.templates, after: templates },
    },
  ]);
  return next;
}
