import { requirementTypeLabels, typeOfKind } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/content-settings";
import { definitionProblems, filesNamed, reviewAsked } from "@touchline/rules";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { authorize } from "../../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { conflict, invalid, Refusal } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { inTurn } from "../../profiles/actions/turn.ts";
import { contentById, latestVersion } from "../queries.ts";
import { content, contentFile, contentVersion } from "../tables.ts";

/**
 * Saves settings as a new version. Submissions under way finish on theirs; completions stand.
 *
 * @throws NotFound, Forbidden (also for another word on whether submissions are reviewed); Conflict when it is of another type, or somebody saved another version at the same moment;
 * 400 for a file that is none of its own.
 */
export async function saveSettings(
  given: Call,
  input: { contentId: string; settings: ContentSettings },
): Promise<{ contentVersionId: string; version: number }> {
  const call = await inTurn(given);
  const { settings } = input;
  const { contentId, levelPre, currentVersionId, type } = await contentById(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  if (typeOfKind[settings.kind] !== type) {
    throw conflict(`This is a ${requirementTypeLabels[type]}. Its settings are saved as such.`, "otherKind");
  }
  refuseWrongForm(settings);
  await ownFiles(call, contentId, settings);
  const latest = await latestVersion(call, contentId);
  // Where nothing was said yet, submissions are reviewed.
  const asked = latest ? reviewAsked(latest.settings) : true;
  if ("reviewRequired" in settings && settings.reviewRequired !== asked) {
    authorize(call, "content.reviewPolicies", { levelPre });
  }
  return addVersion(call, { contentId, currentVersionId }, { settings, version: (latest?.number ?? 0) + 1 });
}

/** Adds a version, which is the current one from now on. The caller authorizes. @throws Conflict */
export async function addVersion(
  call: Call,
  { contentId, currentVersionId }: { contentId: string; currentVersionId: string | null },
  {
    settings,
    version,
    platformVersion = null,
  }: { settings: ContentSettings; version: number; platformVersion?: number | null },
): Promise<{ contentVersionId: string; version: number }> {
  const contentVersionId = newId();
  await call.db.insert(contentVersion).values({
    organizationId: call.organizationId,
    contentVersionId,
    contentId,
    number: version,
    settings,
    createdBy: actingProfile(call) ?? call.organizationId,
    createdAt: call.now,
    platformVersion,
  });
  const moved = await call.db
    .update(content)
    .set({ currentVersionId: contentVersionId })
    .where(
      and(
        ours(content, call),
        eq(content.contentId, contentId),
        currentVersionId ? eq(content.currentVersionId, currentVersionId) : isNull(content.currentVersionId),
      ),
    )
    .returning({ id: content.contentId });
  if (moved.length === 0) throw conflict("Somebody saved another version at the same moment.", "concurrentChange");
  await audit(call, [{ action: "content.versionAdded", subjectId: contentId, facts: { contentVersionId, version } }]);
  return { contentVersionId, version };
}

/** @throws 400 naming each field of a form that nobody could fill in. */
function refuseWrongForm(settings: ContentSettings): void {
  if (settings.kind !== "form" || settings.form === null) return;
  const errors = Object.entries(definitionProblems(settings.form)).map(([path, message]) => ({
    path: `form.${path}`,
    message,
  }));
  if (errors.length > 0) throw new Refusal("invalid", errors[0]?.message ?? "Not valid.", { errors });
}

/** The files that settings name were uploaded for this content. */
async function ownFiles(call: Call, contentId: string, settings: ContentSettings) {
  const named = filesNamed(settings);
  if (named.length === 0) return;
  const known = await call.db
    .select({ fileId: contentFile.fileId })
    .from(contentFile)
    .where(
      and(
        ours(contentFile, call),
        eq(contentFile.contentId, contentId),
        inArray(
          contentFile.fileId,
          named.map((one) => one.fileId),
        ),
      ),
    );
  const ids = new Set(known.map((row) => row.fileId));
  const unknown = named.find((one) => !ids.has(one.fileId));
  if (unknown) throw invalid(unknown.field, "Upload this file again: it is not here.");
}
