import * as contract from "@touchline/contract/requirements/forms";
import { on, onErrand } from "../../../http/mount.ts";
import { getTask } from "../../tasks/index.ts";
import { beginCompleting, completeForm, print } from "./actions/complete.ts";
import { readDraft, saveDraft } from "./actions/draft.ts";
import { answersFile, answersTask, startAnswers } from "./actions/export-answers.ts";
import { addFile, openBlank, takeBack } from "./actions/files.ts";
import { viewAnswers } from "./actions/view-answers.ts";
import { prefillOf } from "./queries/prefill.ts";

export const routes = [
  on(contract.getFormDraft, (call, { params, query }) => readDraft(call, { requirementId: params.id, ...query })),
  on(contract.saveFormDraft, (call, { params, body }) => saveDraft(call, { requirementId: params.id, ...body })),
  on(contract.addFormFile, (call, { params, body, uploads }) =>
    addFile(call, { requirementId: params.id, ...body, uploads }),
  ),
  onErrand(contract.completeForm, {
    begin: (call, { params, body, uploads }) => beginCompleting(call, { requirementId: params.id, ...body, uploads }),
    act: print,
    finish: (call, { params, body, uploads }, pdf) =>
      completeForm(call, { requirementId: params.id, ...body, uploads }, pdf),
  }),
  on(contract.downloadFormBlank, (call, { params, query }) => openBlank(call, { requirementId: params.id, ...query })),
  on(contract.deleteFormAttachment, (call, { params, query }) =>
    takeBack(call, { requirementId: params.id, ...query }),
  ),
  on(contract.getFormAnswers, (call, { params, query }) => viewAnswers(call, { requirementId: params.id, ...query })),
  on(contract.startAnswersExport, async (call, { params, body }) => {
    const { taskId } = await startAnswers(call, { contentId: params.id, format: body.format });
    return getTask(call, [answersTask], taskId);
  }),
  on(contract.downloadAnswers, (call, { params }) => answersFile(call, params.id)),
  on(contract.getPrefillData, (call, { params }) => prefillOf(call, params.id)),
];
