import { requirementTypeLabels, typeOfKind } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { dayOf, definitionProblems, filesNamed, priceTooLowText, wantsReview } from "@touchline/rules";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, Refusal } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { content, contentFile, contentPackage, contentVersion } from "../../../../schema/library.ts";
import { screeningClient } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { beginRedo, redo } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { contentById } from "../queries/content-by-id.ts";
import { latestVersion } from "../queries/versions.ts";

/**
 * Saves settings as a new version. Submissions in progress finish on theirs; completions stay valid, unless the version sets a
 * day to repeat it by: then those on earlier ones are valid through that day at most.
 *
 * @param most how many completions are updated at once.
 * @throws NotFound, Forbidden (also for changing whether submissions are reviewed); Conflict when it is of another type, or
 * somebody saved another version at the same moment; 400 for a file that isn't its own, or a day that has passed.
 */
export async function saveSettings(
  unlocked: Call,
  input: { contentId: string; settings: ContentSettings },
  most?: number,
): Promise<{ contentVersionId: string; version: number }> {
  const { settings } = input;
  const refuse = async (call: Call) =>
    authorize(call, "content.edit", { levelPre: (await contentById(call, input.contentId)).levelPre });
  // Keeps anybody from completing the previous version meanwhile and being skipped.
  const call = await withLocks(unlocked, settings.redoBy === null ? {} : { duties: "assignments", refuse });
  const { contentId, levelPre, currentVersionId, type } = await contentById(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  if (typeOfKind[settings.kind] !== type) {
    throw conflict(
      `This requirement is a ${requirementTypeLabels[type]}. Send the settings of that type.`,
      "otherKind",
    );
  }
  refuseWrongForm(settings);
  refuseLowPrice(settings);
  if (settings.redoBy !== null) await refusePassed(call, settings.redoBy);
  await ownFiles(call, contentId, settings);
  await ownClient(call, settings);
  const latest = await latestVersion(call, contentId);
  // Without earlier settings, submissions are reviewed.
  const reviewBefore = latest ? wantsReview(latest.settings) : true;
  if ("reviewRequired" in settings && settings.reviewRequired !== reviewBefore) {
    authorize(call, "content.reviewPolicies", { levelPre });
  }
  const version = (latest?.number ?? 0) + 1;
  const added = await addVersion(call, { contentId, currentVersionId }, { settings, version });
  if (settings.redoBy !== null && (await beginRedo(call, contentId, most))) {
    await enqueue(call, redo, {}, { singletonKey: "redo" });
  }
  return added;
}

/** Checks that a background check uses an account of the organization, and one of the named provider. @throws 400 */
async function ownClient(call: Call, settings: ContentSettings): Promise<void> {
  if (settings.kind !== "background-check" || settings.clientId === null) return;
  const { clientId, provider, productId } = settings;
  const [client] = await call.db
    .select({ provider: screeningClient.provider })
    .from(screeningClient)
    .where(
      and(
        ours(screeningClient, call),
        eq(screeningClient.screeningClientId, clientId),
        isNull(screeningClient.disconnectedAt),
      ),
    );
  if (client?.provider !== provider) throw invalid("clientId", "This account isn't connected. Choose another one.");
  if (productId === null) throw invalid("productId", "Choose a product.");
}

/** @throws 400 for a day that has passed: nobody could repeat it by then. */
export async function refusePassed(call: Call, redoBy: string): Promise<void> {
  if (redoBy < dayOf(call.now.getTime(), (await organizationFacts(call)).timeZone)) {
    throw invalid("redoBy", "This date is in the past. Choose a later one.");
  }
}

/** Adds a version, which is then the current one. The caller authorizes. @throws Conflict */
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
  if (moved.length === 0)
    throw conflict("Someone else saved another version at the same time. Reload the page.", "concurrentChange");
  await audit(call, [{ action: "content.versionAdded", subjectId: contentId, facts: { contentVersionId, version } }]);
  return { contentVersionId, version };
}

/** @throws 400 naming each field of a form that can't be filled in. */
function refuseWrongForm(settings: ContentSettings): void {
  if (settings.kind !== "form" || settings.form === null) return;
  const errors = Object.entries(definitionProblems(settings.form)).map(([path, message]) => ({
    path: `form.${path}`,
    message,
  }));
  if (errors.length > 0) throw new Refusal("invalid", errors[0]?.message ?? "This isn't valid.", { errors });
}

/** @throws 400 for a price that no card can be charged. */
function refuseLowPrice(settings: ContentSettings): void {
  const text = "price" in settings ? priceTooLowText(settings.price, settings.currency) : undefined;
  if (text !== undefined) throw invalid("price", text);
}

/** Checks that the files in settings were uploaded for this content. */
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
  if (unknown) throw invalid(unknown.field, "This file is missing. Upload it again.");
  if (settings.kind !== "custom-training" || settings.packageFileId === null) return;
  // A zip uploaded before packages were read can be downloaded but not opened.
  const [read] = await call.db
    .select({ fileId: contentPackage.fileId })
    .from(contentPackage)
    .where(and(ours(contentPackage, call), eq(contentPackage.fileId, settings.packageFileId)));
  if (!read) throw invalid("packageFileId", "This package wasn't read as a course. Upload it again.");
}
