import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import {
  addressAnswer,
  formAnswer,
  formAnswers,
  formDefinition,
  formFieldKey,
  prefillSources,
} from "../library/form-definition.ts";
import { task } from "../tasks/tasks.ts";
import { day, id, instant, numbered } from "../values.ts";

/** Filling in a form: on the page, saved continuously, or on the blank form; and reading the answers. */

const draftFile = z.object({ fieldKey: z.string(), fileId: id, name: z.string(), bytes: z.int() });

export const getFormDraft = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/form-draft",
  summary: "Gets the form as the member fills it in: its questions, and the answers so far from any device.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: z.object({
    /** The version on which it is filled in and finished. */
    contentVersion: z.int(),
    form: formDefinition,
    answers: formAnswers,
    /** 0 before anything was saved; incremented with every save. */
    revision: z.int(),
    savedAt: instant.nullable(),
    /** `before`: the answers come from an earlier submission, as a starting point. */
    from: z.enum(["nothing", "draft", "before"]),
    files: z.array(draftFile),
    /** The name of the person who signs. */
    signer: z.string(),
  }),
});

export const saveFormDraft = endpoint({
  method: "PUT",
  path: "/api/app/requirement/{id}/form-draft",
  summary: "Saves answers of a form in progress. Answers that aren't included stay as they are.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    contentVersion: z.int(),
    /** The revision these answers were based on; refused if another device has saved meanwhile. */
    revision: z.int().min(0),
    /** By the key of the field; null removes an answer. */
    answers: z.record(formFieldKey, formAnswer.nullable()),
  }),
  response: z.object({ revision: z.int(), savedAt: instant }),
});

export const addFormFile = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/form-file",
  summary: "Uploads the file of a file field and replaces the previous one.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({
    profileLevelAccessId: id,
    contentVersion: z.coerce.number().int(),
    revision: z.coerce.number().int().min(0),
    fieldKey: formFieldKey,
  }),
  response: z.object({ ...draftFile.shape, revision: z.int(), savedAt: instant }),
});

export const completeForm = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/complete-form",
  summary:
    "Submits a form: the saved answers of the given revision, or the filled-in blank form as files in the field `file`.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({
    profileLevelAccessId: id,
    completedDate: day.optional(),
    validUntil: day.optional(),
    /** The revision of the saved answers that are submitted; omitted if there are only files. */
    revision: z.coerce.number().int().min(0).optional(),
  }),
  response: z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) }),
});

export const downloadFormBlank = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/content-form-file",
  summary: "Downloads the blank form, to fill in on paper or on a computer.",
  errors: [403],
  query: { profileLevelAccessId: id },
  response: fileContent,
});

export const deleteFormAttachment = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/delete-form-attachment",
  summary:
    "Removes a file of an open submission or of a form in progress. Submitted answers can only be withdrawn as a whole.",
  errors: [403, 409],
  query: { profileLevelAccessId: id, fileId: id },
  response: z.object({ requirementId: id, status: numbered(RequirementStatus) }),
});

export const getFormAnswers = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/form-answers",
  summary:
    "Gets the answers of a submitted form, the latest unless another is named. For the member and anyone who can see its files.",
  errors: [403],
  query: { profileLevelAccessId: id, attemptId: id.optional() },
  response: z.object({
    attemptId: id,
    contentVersion: z.int(),
    submittedAt: instant,
    filledInBy: z.string(),
    sections: z.array(
      z.object({
        title: z.string(),
        answers: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            kind: z.string(),
            /** In words, a line for each part; empty if there is no answer. */
            lines: z.array(z.string()),
            answer: formAnswer.nullable(),
          }),
        ),
      }),
    ),
  }),
});

export const answerFormats = ["csv", "json"] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** The days for which a file of answers can be downloaded. */
export const answerDays = 7;

export const startAnswersExport = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/form-answers-export",
  summary:
    "Starts a file of all answers to a form: one row for each submission within reach, one column for each question of any version. The export is logged.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({ format: z.enum(answerFormats) }),
  response: task,
});

export const downloadAnswers = endpoint({
  method: "GET",
  path: "/api/app/form-answers-export/{id}",
  summary: "Downloads the file of answers that the caller exported, while it is kept. `id` is the task.",
  errors: [403],
  costly: true,
  response: fileContent,
});

/** Known facts about a person, by the source that a field can use; unknown ones are left out. */
export const prefillData = z.partialRecord(z.enum(prefillSources), z.union([z.string(), addressAnswer]));

export const getPrefillData = endpoint({
  method: "GET",
  path: "/api/app/prefill-provider/prefill-data/{id}",
  summary:
    "Gets the values that prefill the fields of a form, for the caller or a child they are a guardian of. `id` is the membership.",
  errors: [403],
  response: prefillData,
});
