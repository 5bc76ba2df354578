import { Readable } from "node:stream";
import type { FormAnswers } from "@touchline/contract/library/form-definition";
import {
  answerLines,
  answerProblems,
  countedAnswers,
  uploadWantsReview,
  visibleSections,
  wantsReview,
} from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import type { ReceivedFile } from "../../../../adapters/files/port.ts";
import { type Adapters, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { formAnswers } from "../../../../schema/requirements.ts";
import { keepUploads, ownPdf } from "../../../files/index.ts";
import { permittedInTurn, permittedOn } from "../../requirements/actions/permitted.ts";
import { checkDays, type Submitted, submit, submitFiles } from "../../requirements/actions/submit.ts";
import { answersOf, answersPlace, fieldFiles, versionOf } from "../queries/answers.ts";
import { signerOf } from "../queries/signer.ts";
import { draftOn, formOn, type PermittedForm, type RequirementRef } from "./draft.ts";
import { type Printed, renderAnswers } from "./print.ts";

type Days = { completedDate?: string | undefined; validUntil?: string | undefined };
type Sending = RequirementRef & Days & { revision?: number | undefined; uploads: readonly UploadedFile[] };
type Begun = { storageKey: string; printed: Printed };

/** Validates a submission and returns its answers with the files of file fields. @throws Conflict, 400 by field */
async function readyToSend(call: Call, found: PermittedForm, input: Sending) {
  const { on } = found;
  const form = formOn(on);
  const draft = draftOn(on);
  const saved = draft && (await answersOf(call, draft.attemptId));
  if (!draft || !saved) throw conflict("You haven't answered anything yet.", "nothingBegun");
  if (saved.revision !== input.revision) {
    throw conflict("The answers were changed on another device. Reload the page.", "otherDevice");
  }
  const files = await fieldFiles(call, draft.attemptId);
  const signer = await signerOf(call);
  const byField = Object.fromEntries(files.map(({ fieldKey, fileId }) => [fieldKey, [fileId]]));
  const problems = Object.entries(answerProblems(form, saved.answers, { signer, files: byField }));
  if (problems.length > 0) {
    const errors = problems.map(([key, message]) => ({ path: `answers.${key}`, message }));
    throw new Refusal("invalid", "Some answers are missing or need fixing. Check the marked fields.", { errors });
  }
  checkDays(call, on, input);
  const answers = countedAnswers(form, saved.answers);
  const sent = files.filter(({ fieldKey, fileId }) => answers[fieldKey] === fileId);
  return { form, draft, answers, files: sent, signer };
}

/** Judges and reads what the PDF says; null where the filled-in blank comes as files. @throws as `completeForm` */
export async function beginCompleting(call: Call, input: Sending): Promise<Begun | null> {
  // A form filled in on the page names its revision; a filled-in PDF comes with the call or is in the draft.
  if (input.uploads.length > 0 || input.revision === undefined) return null;
  const found = await permittedOn(call, input, "complete");
  const { form, draft, answers, files, signer } = await readyToSend(call, found, input);
  const { target, on } = found;
  const version = await versionOf(call, draft.contentVersionId);
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  const nameOfFile = new Map(files.map(({ fileId, name }) => [fileId, name]));
  return {
    storageKey,
    printed: {
      title: on.required.name,
      organization: (await organizationFacts(call)).name,
      version: version?.number ?? 1,
      about: `${target.firstName} ${target.lastName}`,
      place: `${target.labelName}, ${target.levelName}`,
      signer,
      at: call.now,
      zone: on.zone,
      reference: draft.attemptId,
      sections: visibleSections(form, answers).map(({ title, fields }) => ({
        title,
        answers: fields.map((field) => ({
          label: field.label,
          lines: linesOf(field, answers, nameOfFile),
        })),
      })),
      answers,
    },
  };
}

const linesOf = (
  field: Parameters<typeof answerLines>[0] & { key: string },
  answers: FormAnswers,
  names: ReadonlyMap<string, string>,
) => {
  const answer = answers[field.key];
  return answer === undefined ? [] : answerLines(field, answer, (fileId) => names.get(fileId));
};

/** Makes the PDF and stores it under the key that was noted. */
export async function print(begun: Begun | null, { files }: Adapters): Promise<ReceivedFile | null> {
  if (begun === null) return null;
  const pdf = await renderAnswers(begun.printed);
  return files.receive(Readable.from([pdf]), pdf.length, begun.storageKey);
}

/**
 * Submits a form: answers that were filled in on the page, with a PDF of them, or the filled-in blank.
 *
 * @param pdf as `print` made it of the same revision.
 * @throws NotFound, Forbidden, Conflict (no form, in review already, another device answered meanwhile), 400 naming fields, 415
 */
export async function completeForm(unlocked: Call, input: Sending, pdf: ReceivedFile | null): Promise<Submitted> {
  if (pdf === null) return submitFiles(unlocked, input, { kind: "form" });
  const { call, found } = await permittedInTurn(unlocked, input, "complete");
  const { draft, answers, files } = await readyToSend(call, found, input);
  const { name, settings, type } = found.on.required;
  const [pdfId = ""] = await keepUploads(call, [ownPdf(pdf, `${plain(name)}.pdf`)], ["pdf"]);
  const { wrappedKey: key } = await organizationFacts(call);
  const sealedAnswers = call.adapters.vault.seal(key, answersPlace(call, draft.attemptId), JSON.stringify(answers));
  const closed = await call.db
    .update(formAnswers)
    // The PDF names the submitter as the signer, even if another person began the draft.
    .set({ sealedAnswers, submittedAt: call.now, savedBy: actingProfile(call) ?? found.target.profileId })
    .where(
      and(
        ours(formAnswers, call),
        eq(formAnswers.attemptId, draft.attemptId),
        eq(formAnswers.revision, input.revision ?? 0),
        isNull(formAnswers.submittedAt),
      ),
    )
    .returning({ revision: formAnswers.revision });
  if (closed.length === 0)
    throw conflict("Someone else submitted this at the same time. Reload the page.", "concurrentChange");
  const reviewWanted = uploadWantsReview(type, wantsReview(settings));
  return submit(call, found, { ...input, reviewWanted, fileIds: [pdfId, ...files.map(({ fileId }) => fileId)] });
}

/** A name for a file, of a content's name: long ones end early, before what tells its kind. */
const plain = (name: string) =>
  name
    .replaceAll(/[\\/:*?"<>|]/g, " ")
    .trim()
    .slice(0, 150) || "Form";
