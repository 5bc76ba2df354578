import { and, eq } from "drizzle-orm";
import { ours } from "../apps/api/src/database/tenancy.ts";
import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { transition } from "../apps/api/src/modules/compliance/standing/actions/transition.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { requirement } from "../apps/api/src/schema/compliance.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { usualSettings } from "../packages/rules/src/index.ts";

type Organization = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

/** Creates this many coaches, each with a document that awaits review, in this order; and a function that adds more. */
export async function submissions(org: Organization, count: number): Promise<(more: number) => Promise<void>> {
  const { contentId, versionId } = await org.asSystem(async (call) => {
    const { contentId } = await createContent(call, {
      type: 0,
      name: "Coach agreement",
      description: "",
      levelId: org.levels.root,
    });
    const settings = {
      ...usualSettings.document,
      instructions: "",
      linkUrl: null,
      reviewRequired: true,
      asksCompletionDate: false,
      acceptedExtensions: ["pdf" as const],
      validity: { type: "None" as const },
    };
    const { contentVersionId } = await saveSettings(call, { contentId, settings });
    await assignContent(call, {
      contentId,
      contentAssignments: [
        {
          levelId: org.levels.root,
          includeBelow: true,
          labelIds: [org.labelIds["Head Coach"]],
          mandatory: true,
          dueDate: null,
          payer: "Organization",
        },
      ],
    });
    return { contentId, versionId: contentVersionId };
  });
  const more = async (further: number) => {
    for (let index = 0; index < further; index += 1) {
      const { profileId, plaId } = await org.aMember("northTeam", "Head Coach");
      await org.asSystem(async (call) => {
        const rows = await call.db
          .select()
          .from(requirement)
          .where(and(ours(requirement, call), eq(requirement.profileId, profileId)));
        const owed = rows.find((row) => row.contentId === contentId);
        if (!owed) throw new Error("the coach owes nothing");
        const subject = { requirementId: owed.requirementId, profileId, contentId, profileLevelAccessId: plaId };
        const sent = { submittedAt: call.now, completedAt: call.now };
        await transition(call, subject, { kind: "submitted", reviewWanted: true, type: 0 }, versionId, sent);
        await restand(call, [profileId]);
      });
    }
  };
  await more(count);
  return more;
}
