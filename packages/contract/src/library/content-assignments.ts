import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint } from "../endpoint.ts";
import { ageCounts, conditionMatches, payers } from "../enums.ts";
import { day, id, instant, line } from "../values.ts";

const days = z
  .int("Enter a whole number of days.")
  .min(0, "Enter 0 or more days.")
  .max(3650, "Enter 3,650 days or fewer.");

/** When it is due. Season: before the next one begins; people who join later get the given number of days. */
export const dueRule = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("None") }),
  z.strictObject({ type: z.literal("Fixed"), day }),
  z.strictObject({ type: z.literal("AfterJoining"), days }),
  z.strictObject({ type: z.literal("Season"), graceDays: days }),
]);

export type DueRule = z.output<typeof dueRule>;

const years = z
  .int("Enter a whole number of years.")
  .min(0, "Enter 0 or more years.")
  .max(120, "Enter 120 years or less.")
  .nullable();

/** In years, both inclusive. Requirements with an age range do not apply to people whose age is unknown. */
export const ageRule = z
  .strictObject({
    from: years,
    to: years,
    /** From and to the birthday, or the start of the season in which it falls. */
    by: z.enum(ageCounts),
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    path: ["to"],
    message: "The maximum age is lower than the minimum age.",
  });

/** Answers to the organization's questions. One that was not answered is neither yes nor no. */
export const conditionRule = z.strictObject({
  match: z.enum(conditionMatches),
  answers: z
    .array(z.strictObject({ conditionId: id, answer: z.boolean() }))
    .min(1, "Choose a question.")
    .max(20),
});

export const contentAssignment = z.strictObject({
  assignmentId: id.optional(),
  levelId: id,
  includeBelow: z.boolean(),
  labelIds: z.array(id).min(1, "Choose at least one role.").max(100),
  mandatory: z.boolean(),
  /** Short form of a `due` on a fixed day; `due` takes precedence. */
  dueDate: day.nullable().optional(),
  due: dueRule.optional(),
  payer: z.enum(payers).default("Organization"),
  ages: ageRule.nullable().optional(),
  conditions: conditionRule.nullable().optional(),
});

/**
 * An exception from an assignment for one person, or for a level and those below it, with all its members or those with one
 * label.
 */
const newException = z.strictObject({
  profileId: id.nullable(),
  levelId: id.nullable(),
  includeBelow: z.boolean(),
  labelId: id.nullable(),
  reason: line(200),
  /** Through the end of this day; null: until it is removed. */
  untilDay: day.nullable(),
});

const change = {
  contentAssignments: z.array(contentAssignment).max(200),
  /** The complete list: those in force by their ids. If omitted, they don't change. */
  exceptions: z
    .array(z.union([z.strictObject({ exceptionId: id }), newException]))
    .max(500)
    .optional(),
  /** People who are cleared now stay cleared through this day; until then the requirement is optional for them. */
  keepClearedUntil: day.nullable().optional(),
};

export const listContentAssignments = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-assignments",
  summary: "Lists the assignments of a requirement.",
  response: z.array(
    contentAssignment
      .required({ assignmentId: true, dueDate: true, due: true, ages: true, conditions: true })
      .extend({ levelName: z.string(), createdAt: instant }),
  ),
});

export const assignContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/assign-content",
  summary: "Replaces the assignments of a requirement. People's requirements follow, step by step for many.",
  errors: [403, 409],
  body: z.strictObject(change),
  response: z.object({
    assignments: z.int(),
    /** The id for undoing it; null when nothing changed. */
    changeId: id.nullable(),
    /** How many demands were added and removed; zero while in progress. */
    demandsAdded: z.int(),
    demandsDropped: z.int(),
    /** Whether many people are concerned, so that they are updated step by step: see `assignment-progress`. */
    inProgress: z.boolean(),
  }),
});

export const getAssignmentProgress = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/assignment-progress",
  summary: "Gets whether people's requirements are being updated to new assignments, and the progress.",
  errors: [403],
  response: z.object({
    inProgress: z.boolean(),
    /** Memberships processed, and how many there are; 0 and null before the first step. */
    done: z.int(),
    total: z.int().nullable(),
  }),
});

const exception = z.object({
  exceptionId: id,
  profileId: id.nullable(),
  levelId: id.nullable(),
  includeBelow: z.boolean(),
  labelId: id.nullable(),
  /** The name of the person; null, with the reason, if they are beyond the caller's reach. */
  name: z.string().nullable(),
  reason: z.string().nullable(),
  untilDay: day.nullable(),
  createdAt: instant,
});

export const listContentExceptions = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-exceptions",
  summary:
    "Lists the exceptions of a requirement with reason and end date, and the last change while it can be undone.",
  errors: [403],
  response: z.object({
    exceptions: z.array(exception),
    lastChange: z.object({ changeId: id, changedAt: instant, changedBy: z.string().nullable() }).nullable(),
  }),
});

export const undoAssignments = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/undo-assignments",
  summary: "Undoes the last change of assignments and exceptions, within seven days. People's requirements follow.",
  errors: [403, 409],
  body: z.strictObject({ changeId: id }),
  response: z.object({ inProgress: z.boolean() }),
});

const example = z.object({ profileLevelAccessId: id, name: z.string(), labelName: z.string(), levelName: z.string() });

/** The number of memberships, with a few of them by name. */
export const membershipGroup = z.object({
  memberships: z.int(),
  /** Examples that the caller may see. */
  examples: z.array(example),
});

const preview = z.object({
  previewId: id,
  /** Memberships processed, and about how many there are. */
  done: z.int(),
  total: z.int(),
  /** Null while it is worked out. */
  result: z
    .object({
      gain: membershipGroup,
      lose: membershipGroup,
      /** Cleared or Optional now, and then not anymore. */
      losingClearance: membershipGroup,
      gainingClearance: membershipGroup,
      byLevel: z.array(
        z.object({ levelId: id, levelName: z.string(), gain: z.int(), lose: z.int(), losingClearance: z.int() }),
      ),
      /** The submissions to review once everyone with the new requirement has submitted it. */
      reviews: z.int(),
      /** People who would newly get reminders of it, guardians in place of their children. */
      reminders: z.int(),
      /** Submissions awaiting review that will be withdrawn because they are no longer required. */
      withdrawn: z.int(),
      /**
       * The difference in cost, in minor units of the price's currency, once everyone has completed it. Null if the content has
       * no price.
       */
      costs: z.object({ currency, organization: z.int(), members: z.int() }).nullable(),
    })
    .nullable(),
});

export type AssignmentEffect = NonNullable<z.output<typeof preview>["result"]>;

export const previewAssignments = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/preview-assignments",
  summary:
    "Previews assignments and exceptions before they are saved: who would get the requirement, and who would no longer be cleared. Nothing is saved.",
  errors: [403],
  body: z.strictObject(change),
  response: preview,
});

export const getAssignmentPreview = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/preview-assignments/{previewId}",
  summary: "Gets the preview of assignments and exceptions that is being computed step by step, with its progress.",
  errors: [403],
  response: preview,
});
