import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { overallStatuses, RequirementStatus } from "../enums.ts";
import { memberSorts } from "../people/hierarchy.ts";
import { task } from "../tasks/tasks.ts";
import { day, id, line, numbered } from "../values.ts";

/** The columns of the members list besides the name, in order. */
export const memberColumns = ["email", "role", "level", "status", "done", "since"] as const;
export type MemberColumn = (typeof memberColumns)[number];

const columns = z.array(z.enum(memberColumns)).max(memberColumns.length);

const filter = {
  search: z.string().trim().max(100).default(""),
  labels: z.array(id).max(100).default([]),
  overallStatuses: z.array(z.enum(overallStatuses)).max(overallStatuses.length).default([]),
  requirementStatuses: z.array(numbered(RequirementStatus)).max(100).default([]),
  content: id.optional(),
};
const order = {
  sortCol: z.enum(memberSorts).default("FullName"),
  sortDir: z.enum(["ASC", "DESC"]).default("ASC"),
};

/** The selected memberships: these, or all that the filter finds when it begins, except a few. */
const selection = z.union([
  z.strictObject({ profileLevelAccessIds: z.array(id).min(1).max(1000) }),
  z.strictObject({ filter: z.strictObject({ ...filter, ...order }), except: z.array(id).max(1000).default([]) }),
]);
export type MemberSelection = z.input<typeof selection>;

/** The most characters in a message. */
export const messageLength = 5000;
const message = {
  subject: line(150),
  text: z.string().trim().min(1, "Enter a message.").max(messageLength, `Use at most ${messageLength} characters.`),
};

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const act = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("members.resendActivation") }),
  z.strictObject({ kind: z.literal("members.remind") }),
  z.strictObject({ kind: z.literal("members.message"), ...message }),
  z.strictObject({ kind: z.literal("members.changeLabel"), labelId: id }),
  z.strictObject({ kind: z.literal("members.move"), levelId: id }),
  z.strictObject({ kind: z.literal("members.remove") }),
  z.strictObject({
    kind: z.literal("members.extend"),
    contentId: id,
    /** The last valid day, whatever its validity. */
    validUntil: day,
    reason: line(500),
  }),
  z.strictObject({ kind: z.literal("members.export"), format: z.enum(exportFormats), columns }),
]);
export type MemberAct = z.input<typeof act>;

export const startMemberTask = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level/{id}/member-task",
  summary: "Starts an action for many members of a level and below in the background. Each member is checked again.",
  errors: [403],
  costly: true,
  body: z.strictObject({ selection, act }),
  response: task,
});

export const previewMemberMessage = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level/{id}/member-message-preview",
  summary: "Previews a message to members as it would look in the caller's inbox.",
  errors: [403],
  body: z.strictObject(message),
  response: z.object({ subject: z.string(), text: z.string() }),
});

/** How long the file of an export is kept, in days. */
export const exportDays = 7;

export const downloadMemberExport = endpoint({
  method: "GET",
  path: "/api/app/member-export/{id}",
  summary: "Downloads the file of the caller's own export, for seven days.",
  response: fileContent,
});

const viewChoice = z.strictObject({ ...filter, ...order, columns: columns.nullable() });
export type MemberViewChoice = z.output<typeof viewChoice>;

const view = z.object({
  viewId: id,
  name: z.string(),
  choice: viewChoice,
  /** Whether everyone in the organization can use it. */
  shared: z.boolean(),
  /** Whether the caller may change and delete it. */
  editable: z.boolean(),
});

/** The most views of a person, and the most shared ones. */
export const mostViews = 50;

export const listMemberViews = endpoint({
  method: "GET",
  path: "/api/app/member-view",
  summary:
    "Lists the caller's saved views of the members list, the shared ones, and the caller's own choice for the list.",
  response: z.object({
    views: z.array(view),
    /** The view that the list opens with. */
    defaultViewId: id.nullable(),
    /** The columns of the list; null: the default ones. */
    columns: columns.nullable(),
  }),
});

const viewBody = z.strictObject({ name: line(80), choice: viewChoice, shared: z.boolean() });

export const createMemberView = endpoint({
  method: "POST",
  path: "/api/app/member-view",
  summary: "Saves a view of the members list under a name. Views that an Admin shares are visible to everyone.",
  errors: [403, 409],
  body: viewBody,
  response: z.object({ viewId: id }),
});

export const updateMemberView = endpoint({
  method: "PUT",
  path: "/api/app/member-view/{id}",
  summary: "Changes a saved view: its name, what it shows, or whether it is shared.",
  errors: [403, 409],
  body: viewBody,
  response: noContent,
});

export const deleteMemberView = endpoint({
  method: "DELETE",
  path: "/api/app/member-view/{id}",
  summary: "Deletes a saved view.",
  errors: [403],
  response: noContent,
});

export const keepMemberList = endpoint({
  method: "PUT",
  path: "/api/app/member-list",
  summary: "Saves the view and the columns that the caller's members list opens with.",
  body: z.strictObject({ defaultViewId: id.nullable(), columns: columns.nullable() }),
  response: noContent,
});
