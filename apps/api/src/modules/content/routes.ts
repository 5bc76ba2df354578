import { type ContentKind, contentKindOf, contentKinds } from "@touchline/contract";
import * as contract from "@touchline/contract/content";
import * as kinds from "@touchline/contract/content-kinds";
import type { ContentSettings, SettingsOf } from "@touchline/contract/content-settings";
import * as platform from "@touchline/contract/platform-library";
import { ussfLicences } from "@touchline/rules/ussfLicences";
import { authorize } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { on } from "../../kernel/mount.ts";
import { namesOf } from "../profiles/queries.ts";
import { followingOf } from "../standing/actions/follow-steps.ts";
import { archiveEffect, deleteContent, restoreContent } from "./actions/archive.ts";
import { assignContent } from "./actions/assign.ts";
import { createContent, updateContentBase } from "./actions/create.ts";
import { duplicateContent } from "./actions/duplicate.ts";
import { addContentFile, downloadContentFile } from "./actions/files.ts";
import { copyOffered, lookAtOffered, offered, takeUpdate, updateOf } from "./actions/from-platform.ts";
import { permittedOf } from "./actions/permitted.ts";
import { previewAssignments, previewOf } from "./actions/preview.ts";
import { saveSettings } from "./actions/save-settings.ts";
import { undoAssignments } from "./actions/undo.ts";
import {
  assignable,
  assignmentsOf,
  contentById,
  contentOrArchived,
  exceptionsSeen,
  lastChange,
  latestVersion,
  libraryPage,
  versionOf,
  versionsOf,
} from "./queries.ts";

/** The settings of one kind are saved as a new version. */
const saving = (kind: ContentKind) =>
  on(kinds.saveContentOf[kind] as typeof kinds.saveContentDocument, (call, { params, body }) =>
    saveSettings(call, { contentId: params.id, settings: { kind, ...body } as ContentSettings }),
  );

/** A content, in use or archived, for whoever edits it. @throws NotFound, Forbidden */
async function looked(call: Call, contentId: string) {
  const row = await contentOrArchived(call, contentId);
  authorize(call, "content.edit", { levelPre: row.levelPre });
  return row;
}

/** A call about the library of an organization is about the caller's own. @throws NotFound */
function ownOrganization(call: Call, organizationId: string) {
  if (organizationId !== call.organizationId) throw notFound("The organization");
}

/** So many are listed where nobody asks for pages. */
const mostListed = 1_000;

/** One kind is read; what is of another kind is not found there. */
const reading = (kind: ContentKind) =>
  on(kinds.getContentOf[kind] as typeof kinds.getContentDocument, async (call, { params }) => {
    const row = await looked(call, params.id);
    if (contentKindOf[row.type] !== kind) throw notFound("The requirement");
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

  on(contract.listContentLibrary, async (call, { params, query: { page, perPage, ...asked } }) => {
    ownOrganization(call, params.id);
    return libraryPage(call, { page, perPage }, asked);
  }),

  on(contract.listContentNames, async (call, { params, query }) => {
    ownOrganization(call, params.id);
    return assignable(call, query.search);
  }),

  on(contract.listUsSoccerLicences, async () =>
    ussfLicences.map(({ key, name, discipline, rank }) => ({ key, name, discipline, rank })),
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

  on(contract.downloadContentFile, (call, { params, query }) =>
    downloadContentFile(call, { contentId: params.id, fileId: query.fileId }),
  ),

  on(contract.listContentAssignments, async (call, { params }) => {
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

  on(contract.getAssignmentProgress, async (call, { params }) => {
    const row = await looked(call, params.id);
    return followingOf(call, row.contentId);
  }),

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

  on(contract.listContentExceptions, async (call, { params }) => {
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

  on(contract.previewAssignments, (call, { params, body }) =>
    previewAssignments(call, { contentId: params.id, ...body }),
  ),

  on(contract.getAssignmentPreview, (call, { params }) =>
    previewOf(call, { contentId: params.id, previewId: params.previewId }),
  ),

  on(contract.undoAssignments, (call, { params, body }) => undoAssignments(call, { contentId: params.id, ...body })),

  on(contract.assignContent, (call, { params, body }) => assignContent(call, { contentId: params.id, ...body })),
];
