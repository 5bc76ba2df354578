import { type ContentKind, contentKindOf, contentKinds } from "@touchline/contract";
import * as contract from "@touchline/contract/content";
import * as kinds from "@touchline/contract/content-kinds";
import type { ContentSettings, SettingsOf } from "@touchline/contract/content-settings";
import { authorize } from "../../kernel/authorize.ts";
import { notFound } from "../../kernel/errors.ts";
import { on } from "../../kernel/mount.ts";
import { namesOf } from "../profiles/queries.ts";
import { followingOf } from "../standing/actions/follow-steps.ts";
import { assignContent } from "./actions/assign.ts";
import { createContent, updateContentBase } from "./actions/create.ts";
import { addContentFile, downloadContentFile } from "./actions/files.ts";
import { previewAssignments, previewOf } from "./actions/preview.ts";
import { saveSettings } from "./actions/save-settings.ts";
import { undoAssignments } from "./actions/undo.ts";
import { assignmentsOf, contentById, exceptionsSeen, lastChange, latestVersion, library } from "./queries.ts";

/** The settings of one kind are saved as a new version. */
const saving = (kind: ContentKind) =>
  on(kinds.saveContentOf[kind] as typeof kinds.saveContentDocument, (call, { params, body }) =>
    saveSettings(call, { contentId: params.id, settings: { kind, ...body } as ContentSettings }),
  );

/** One kind is read; what is of another kind is not found there. */
const reading = (kind: ContentKind) =>
  on(kinds.getContentOf[kind] as typeof kinds.getContentDocument, async (call, { params }) => {
    const row = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre: row.levelPre });
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
    if (query.organizationId !== call.organizationId) throw notFound("The organization");
    return library(call);
  }),

  on(contract.createContent, (call, { body }) => createContent(call, body)),

  on(contract.updateContentBase, (call, { params, body }) =>
    updateContentBase(call, { contentId: params.id, ...body }),
  ),

  on(contract.getContentKind, async (call, { params }) => {
    const { contentId, type, name, levelId, levelPre } = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre });
    return { contentId, type, name, levelId };
  }),

  ...contentKinds.flatMap((kind) => [saving(kind), reading(kind)]),

  on(contract.addContentFile, (call, { params, uploads }) => addContentFile(call, { contentId: params.id, uploads })),

  on(contract.downloadContentFile, (call, { params, query }) =>
    downloadContentFile(call, { contentId: params.id, fileId: query.fileId }),
  ),

  on(contract.listContentAssignments, async (call, { params }) => {
    const row = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre: row.levelPre });
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
    const row = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre: row.levelPre });
    return followingOf(call, row.contentId);
  }),

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
