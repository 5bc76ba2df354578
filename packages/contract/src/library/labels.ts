import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { labelGivers, RequirementType, type Role, roles } from "../enums.ts";
import { day, flag, id, line, numbered } from "../values.ts";

/** The roles that an organization's label can carry; the platform's own role is not among them. */
export const labelRoles = ["Individual", "Manager", "Account Manager", "Director", "Admin"] as const;
export type LabelRole = (typeof labelRoles)[number] & Role;

/** The uses of a label by guardians themselves. */
export const familyUses = ["child", "guardian"] as const;
export type FamilyUse = (typeof familyUses)[number];

export const mostLabels = 500;

const labelDetails = z.object({
  labelId: id,
  name: z.string(),
  role: z.enum(roles),
  /** Who can assign it: the lowest role of the group. */
  givenBy: z.enum(labelGivers),
  forFamily: z.enum(familyUses).nullable(),
  /** Memberships with it. */
  members: z.int(),
  /** Assignments in force that name it. */
  assignments: z.int(),
  /** Working sign-up links that give people this label. */
  signupUrls: z.int(),
  /** Whether the caller has it: then others decide about its role. */
  own: z.boolean(),
  /** The label is no longer given to anyone, and its members are being moved to another. */
  leaving: z.boolean(),
});

export const listLabelDetails = endpoint({
  method: "GET",
  path: "/api/app/label/details",
  summary:
    "Lists the organization's roles, with the access each gives, who can assign it, and how many people have it.",
  errors: [403],
  response: z.array(labelDetails),
});

/** An assignment in force as a label's page shows it. */
const assignedToLabel = z.object({
  assignmentId: id,
  contentId: id,
  contentName: z.string(),
  type: numbered(RequirementType),
  levelId: id,
  levelName: z.string(),
  includeBelow: z.boolean(),
  mandatory: z.boolean(),
  dueDate: day.nullable(),
  /** Memberships that it includes by this label. */
  members: z.int(),
  /** The number of other labels it names. */
  otherLabels: z.int(),
});

export const getLabel = endpoint({
  method: "GET",
  path: "/api/app/label/{id}",
  summary: "Gets a role, and the assignments that use it.",
  errors: [403],
  response: labelDetails.extend({ assigned: z.array(assignedToLabel) }),
});

const labelFields = z.strictObject({
  name: line(100),
  role: z.enum(labelRoles),
  givenBy: z.enum(labelGivers),
  forFamily: z.enum(familyUses).nullable(),
});

export const addLabel = endpoint({
  method: "POST",
  path: "/api/app/label",
  summary: "Adds a role with the access it gives.",
  errors: [403, 409],
  body: labelFields,
  response: z.object({ labelId: id }),
});

export const changeLabel = endpoint({
  method: "PUT",
  path: "/api/app/label/{id}",
  summary: "Changes a role. A change of access applies immediately to everyone who has it.",
  errors: [403, 409],
  body: labelFields.extend({
    /** The number of memberships shown to the caller; required when the role changes. Refused when there are more by now. */
    members: z.int().min(0).optional(),
  }),
  response: z.object({ labelId: id, members: z.int() }),
});

export const countLabelMembers = endpoint({
  method: "GET",
  path: "/api/app/label/{id}/members-at",
  summary: "Counts the memberships that an assignment at a level would reach with this role.",
  errors: [403],
  query: { levelId: id, includeBelow: flag.default(true) },
  response: z.object({ members: z.int() }),
});

export const deleteLabel = endpoint({
  method: "POST",
  path: "/api/app/label/{id}/delete",
  summary: "Retires a role. Everyone who has it gets another one, step by step. History keeps its name.",
  errors: [403, 409],
  body: z.strictObject({
    /** The label its members get instead; null only if it has none. */
    moveTo: id.nullable(),
  }),
  response: z.object({
    members: z.int(),
    /** The task that moves its members; null if it had none. */
    taskId: id.nullable(),
  }),
});
