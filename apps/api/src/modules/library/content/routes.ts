import { type ContentKind, contentKindOf, contentKinds } from "@touchline/contract";
import * as contract from "@touchline/contract/library/content";
import * as assignments from "@touchline/contract/library/content-assignments";
import * as kinds from "@touchline/contract/library/content-kinds";
import type { ContentSettings, SettingsOf } from "@touchline/contract/library/content-settings";
import * as platform from "@touchline/contract/platform/platform-library";
import { ussfLicenses } from "@touchline/rules/library/ussf-licenses";
import type { Call } from "../../../call.ts";
import { notFound } from "../../../errors.ts";
import { on, onErrand } from "../../../http/mount.ts";
import { authorize } from "../../../security/authorize.ts";
import { followingOf, redoUnderWay } from "../../compliance/index.ts";
import { namesOf } from "../../people/index.ts";
import { archiveEffect, deleteContent, restoreContent } from "./actions/archive.ts";
import { assignContent } from "./actions/assign.ts";
import { createContent, updateContentBase } from "./actions/create.ts";
import { duplicateContent } from "./actions/duplicate.ts";
import { addContentFile, downloadContentFile } from "./actions/files.ts";
import { copyOffered, lookAtOffered, offered, takeUpdate, updateOf } from "./actions/from-platform.ts";
import { addPackage, mayAddPackage, packageFacts, readUploaded } from "./actions/package.ts";
import {
  beginPackage,
  cancelPackage,
  finishPackage,
  packageSent,
  packagesSent,
  takePackagePart,
} from "./actions/package-uploads.ts";
import { permittedOf } from "./actions/permitted.ts";
import { previewAssignments, previewOf } from "./actions/preview.ts";
import { previewRedo, redoPreviewOf } from "./actions/preview-redo.ts";
import { saveSettings } from "./actions/save-settings.ts";
import { undoAssignments } from "./actions/undo.ts";
import { assignmentsOf, lastChange } from "./queries/assignments.ts";
import { contentById, contentOrArchived } from "./queries/content-by-id.ts";
import { exceptionsSeen } from "./queries/exceptions.ts";
import { assignable, libraryPage } from "./queries/library.ts";
import { latestVersion, versionOf, versionsOf } from "./queries/versions.ts";

/** Saves the settings of one kind as a new version. */
const saving = (kind: ContentKind) =>
  on(kinds.saveContentOf[kind] as typeof kinds.saveContentDocument, (call, { params, body }) =>
    saveSettings(call, { contentId: params.id, settings: { kind, ...body } as ContentSettings }),
  );

/** Returns a content, in use or archived, for people who edit it. @throws NotFound, Forbidden */
async function looked(call: Call, contentId: string) {
  const row = await contentOrArchived(call, contentId);
  authorize(call, "content.edit", { levelPre: row.levelPre });
  return row;
}

/** Checks that a call about an organization's library is about the caller's own. @throws NotFound */
function ownOrganization(call: Call, organizationId: string) {
  if (organizationId !== call.organizationId) throw notFound("organization");
}

/** How many are listed without paging. */
const mostListed = 1_000;

/** Reads one kind; content of another kind isn't found there. */
const reading = (kind: ContentKind) =>
  on(kinds.getContentOf[kind] as typeof kinds.getContentDocument, async (call, { params }) => {
    const row = await looked(call, params.id);
    if (contentKindOf[row.type] !== kind) throw notFound("requirement");
    const { contentId, name, description, levelId, reminderFrequency } = row;
    const latest = await latestVersion(call, contentId);
    const { kind: _, ...settings } = (latest?.settings ?? {}) as SettingsOf<"document">;
    return {
      ...{ contentId, name, description, levelId, reminderFrequency },
      version: latest?.number ?? 0,
      settings: latest ? settings : null,
    };
  });

export const routes = [
  on(contract.listContent, async (call, { query }) => {
    ownOrganization(call, query.organizationId);
    return (await libraryPage(call, { page: 1, perPage: mostListed })).data;
  }),

  on(contract.listContentLibrary, async (call, { params, query: { page, perPage, ...filter } }) => {
    ownOrganization(call, params.id);
    return libraryPage(call, { page, perPage }, filter);
  }),

  on(contract.listContentNames, async (call, { params, query }) => {
    ownOrganization(call, params.id);
    return assignable(call, query.search);
  }),

  on(contract.listUsSoccerLicenses, async () =>
    ussfLicenses.map(({ key, name, discipline, rank }) => ({ key, name, discipline, rank })),
  ),

  on(platform.listOffered, offered),
  on(platform.lookAtOffered, (call, { params }) => lookAtOffered(call, params.id)),
  on(platform.copyOffered, (call, { params, body }) => copyOffered(call, { platformContentId: params.id, ...body })),
  on(platform.getContentUpdate, (call, { params }) => updateOf(call, params.id)),
  on(platform.takeContentUpdate, (call, { params, body }) => takeUpdate(call, { contentId: params.id, ...body })),

  on(contract.createContent, (call, { body }) => createContent(call, body)),

  on(contract.updateContentBase, (call, { params, body }) =>
    updateContentBase(call, { contentId: params.id, ...body }),
  ),

  on(contract.getContentKind, async (call, { params }) => {
    const row = await looked(call, params.id);
    const { contentId, type, name, levelId, levelName, archivedAt, origin } = row;
    const latest = await latestVersion(call, contentId);
    return {
      ...{ contentId, type, name, levelId, levelName, origin },
      version: latest?.number ?? 0,
      archivedAt: archivedAt?.toISOString() ?? null,
      ...(await permittedOf(call, row)),
    };
  }),

  ...contentKinds.flatMap((kind) => [saving(kind), reading(kind)]),

  on(contract.addContentFile, (call, { params, uploads }) => addContentFile(call, { contentId: params.id, uploads })),

  onErrand(contract.addContentPackage, {
    begin: (call, { params, uploads }) => mayAddPackage(call, { contentId: params.id, uploads }),
    act: readUploaded,
    finish: (call, { params }, read) => addPackage(call, { contentId: params.id, read }),
  }),

  on(contract.listPackageUploads, (call, { params }) => packagesSent(call, { contentId: params.id })),

  on(contract.beginPackageUpload, (call, { params, body }) => beginPackage(call, { contentId: params.id, ...body })),

  on(contract.sendPackagePart, (call, { params, body, uploads }) =>
    takePackagePart(call, { contentId: params.id, uploadId: params.uploadId, ...body, uploads }),
  ),

  on(contract.finishPackageUpload, (call, { params }) =>
    finishPackage(call, { contentId: params.id, uploadId: params.uploadId }),
  ),

  on(contract.getPackageUpload, (call, { params }) =>
    packageSent(call, { contentId: params.id, uploadId: params.uploadId }),
  ),

  on(contract.cancelPackageUpload, (call, { params }) =>
    cancelPackage(call, { contentId: params.id, uploadId: params.uploadId }),
  ),

  on(contract.getContentPackage, (call, { params, query }) =>
    packageFacts(call, { contentId: params.id, fileId: query.fileId }),
  ),

  on(contract.downloadContentFile, (call, { params, query }) =>
    downloadContentFile(call, { contentId: params.id, fileId: query.fileId }),
  ),

  on(assignments.listContentAssignments, async (call, { params }) => {
    const row = await looked(call, params.id);
    return (await assignmentsOf(call, row.contentId)).map((one) => ({
      assignmentId: one.contentAssignmentId,
      levelId: one.levelId,
      levelName: one.levelName,
      includeBelow: one.includeBelow,
      labelIds: one.labelIds,
      mandatory: one.mandatory,
      dueDate: one.dueDate,
      due: one.due,
      ages: one.ages,
      conditions: one.conditions,
      payer: one.payer,
      createdAt: one.createdAt.toISOString(),
    }));
  }),

  on(assignments.getAssignmentProgress, async (call, { params }) => {
    const row = await looked(call, params.id);
    return followingOf(call, row.contentId);
  }),

  on(contract.getRedoProgress, async (call, { params }) => {
    const row = await looked(call, params.id);
    const redo = await redoUnderWay(call, row.contentId);
    return { inProgress: redo !== null, done: redo?.done ?? 0, total: redo?.total ?? null };
  }),

  on(contract.previewRedo, (call, { params, body }) => previewRedo(call, { contentId: params.id, ...body })),
  on(contract.getRedoPreview, (call, { params }) =>
    redoPreviewOf(call, { contentId: params.id, previewId: params.previewId }),
  ),

  on(contract.getArchiveEffect, (call, { params }) => archiveEffect(call, params.id)),
  on(contract.deleteContent, (call, { params }) => deleteContent(call, { contentId: params.id })),
  on(contract.restoreContent, async (call, { params }) => {
    await restoreContent(call, { contentId: params.id });
    return undefined;
  }),
  on(contract.duplicateContent, (call, { params, body }) => duplicateContent(call, { contentId: params.id, ...body })),

  on(contract.listContentVersions, async (call, { params, query }) =>
    versionsOf(call, (await looked(call, params.id)).contentId, query),
  ),
  on(contract.getContentVersion, async (call, { params }) =>
    versionOf(call, (await looked(call, params.id)).contentId, Number(params.version)),
  ),

  on(assignments.listContentExceptions, async (call, { params }) => {
    const row = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre: row.levelPre });
    const last = await lastChange(call, row.contentId);
    const names = await namesOf(call, last?.changedBy ? [last.changedBy] : []);
    return {
      exceptions: await exceptionsSeen(call, row.contentId),
      lastChange: last && {
        changeId: last.changeId,
        changedAt: last.changedAt.toISOString(),
        changedBy: names.get(last.changedBy ?? "") ?? null,
      },
    };
  }),

  on(assignments.previewAssignments, (call, { params, body }) =>
    previewAssignments(call, { contentId: params.id, ...body }),
  ),

  on(assignments.getAssignmentPreview, (call, { params }) =>
    previewOf(call, { contentId: params.id, previewId: params.previewId }),
  ),

  on(assignments.undoAssignments, (call, { params, body }) => undoAssignments(call, { contentId: params.id, ...body })),

  on(assignments.assignContent, (call, { params, body }) => assignContent(call, { contentId: params.id, ...body })),
];
