import * as contract from "@touchline/contract/content";
import { authorize } from "../../kernel/authorize.ts";
import { notFound } from "../../kernel/errors.ts";
import { on } from "../../kernel/mount.ts";
import { followingOf } from "../standing/actions/follow-steps.ts";
import { assignContent, createContent, saveDocument, updateContentBase } from "./actions.ts";
import { assignmentsOf, contentById, latestVersion, library } from "./queries.ts";

export const routes = [
  on(contract.listContent, async (call, { query }) => {
    if (query.organizationId !== call.organizationId) throw notFound("The organization");
    return library(call);
  }),

  on(contract.createContent, (call, { body }) => createContent(call, body)),

  on(contract.updateContentBase, (call, { params, body }) =>
    updateContentBase(call, { contentId: params.id, ...body }),
  ),

  on(contract.saveContentDocument, (call, { params, body }) =>
    saveDocument(call, { contentId: params.id, settings: body }),
  ),

  on(contract.getContentDocument, async (call, { params }) => {
    const row = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre: row.levelPre });
    const { contentId, name, description, levelId, reminderFrequency } = row;
    const latest = await latestVersion(call, contentId);
    return {
      contentId,
      name,
      description,
      levelId,
      reminderFrequency,
      version: latest?.number ?? 0,
      settings: latest?.settings ?? null,
    };
  }),

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
      payer: one.payer,
      createdAt: one.createdAt.toISOString(),
    }));
  }),

  on(contract.getAssignmentProgress, async (call, { params }) => {
    const row = await contentById(call, params.id);
    authorize(call, "content.edit", { levelPre: row.levelPre });
    return followingOf(call, row.contentId);
  }),

  on(contract.assignContent, (call, { params, body }) => assignContent(call, { contentId: params.id, ...body })),
];
