import { and, eq } from "drizzle-orm";
import { ours } from "../apps/api/src/database/tenancy.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { requirement } from "../apps/api/src/schema/compliance.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { typeOfKind } from "../packages/contract/src/enums.ts";
import type { DueRule } from "../packages/contract/src/library/content-assignments.ts";
import type { ContentSettings } from "../packages/contract/src/library/content-settings.ts";
import type { FormDefinition, FormField } from "../packages/contract/src/library/form-definition.ts";

export type Organization = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

/** Adds a requirement to the library and assigns it to every head coach, through the product's API. */
export async function requireOfHeadCoaches(
  org: Organization,
  name: string,
  settings: ContentSettings,
  due?: DueRule,
): Promise<{ contentId: string; versionId: string }> {
  return org.asSystem(async (call) => {
    const base = { type: typeOfKind[settings.kind], name, description: "", levelId: org.levels.root };
    const { contentId } = await createContent(call, base);
    const { contentVersionId: versionId } = await saveSettings(call, { contentId, settings });
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    const terms = { mandatory: true, dueDate: null, payer: "Organization" as const, ...(due && { due }) };
    await assignContent(call, { contentId, contentAssignments: [{ ...to, ...terms }] });
    return { contentId, versionId };
  });
}

/** Returns the address of a member's requirement for a content. @throws if they don't owe it. */
export async function pathOf(
  org: Organization,
  member: { profileId: string; plaId: string },
  contentId: string,
): Promise<string> {
  const [owed] = await org.asSystem((call) =>
    call.db
      .select()
      .from(requirement)
      .where(
        and(ours(requirement, call), eq(requirement.profileId, member.profileId), eq(requirement.contentId, contentId)),
      ),
  );
  if (!owed) throw new Error("nothing of it is owed");
  return `/requirements/${owed.requirementId}?pla=${member.plaId}`;
}

/** A field of a form, with the defaults of a new one. */
export const field = (
  key: string,
  kind: FormField["kind"],
  label: string,
  more: Partial<FormField> = {},
): FormField => ({
  key,
  kind,
  label,
  help: "",
  required: true,
  options: [],
  min: null,
  max: null,
  prefill: null,
  showIf: null,
  ...more,
});

/** Builds sections with their fields, in this order. */
export const formOf = (sections: Record<string, FormField[]>): FormDefinition => ({
  sections: Object.entries(sections).map(([title, fields], index) => ({
    key: `s${index + 1}`,
    title,
    text: "",
    showIf: null,
    fields,
  })),
});
