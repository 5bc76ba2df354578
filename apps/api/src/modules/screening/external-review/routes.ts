import * as contract from "@touchline/contract/screening/external-review";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import { exportQueue } from "./actions/export.ts";
import { authorizeImporting, cancelImport, takeResults, undoImport } from "./actions/import.ts";
import { takeStep } from "./actions/member.ts";
import { readResultFile, resultUpload } from "./actions/read-file.ts";
import { recordByHand } from "./actions/record.ts";
import { saveExternalSettings, settingsShown } from "./actions/settings.ts";
import { externalCheckShown } from "./queries/details.ts";
import { importShown, latestImports } from "./queries/imports.ts";
import { queuePage } from "./queries/queue.ts";

/** Background checks with outside results: the queue, imports, and single results. */
export const routes = [
  onReadOnly(contract.listExternalQueue, (call, { query }) => queuePage(call, query)),
  on(contract.downloadExternalQueue, (call, { query }) => exportQueue(call, query)),

  onErrand(contract.importExternalResults, {
    begin: async (call, { uploads }) => {
      authorizeImporting(call);
      return resultUpload(uploads);
    },
    act: (upload, { files }) => readResultFile(files, upload),
    finish: (call, { body }, file) => takeResults(call, body, file),
  }),
  onReadOnly(contract.listExternalImports, (call) => latestImports(call)),
  onReadOnly(contract.getExternalImport, (call, { params, query }) => importShown(call, { id: params.id, ...query })),
  on(contract.cancelExternalImport, async (call, { params }) => {
    await cancelImport(call, params.id);
    return undefined;
  }),
  on(contract.undoExternalImport, async (call, { params }) => {
    await undoImport(call, params.id);
    return undefined;
  }),

  onReadOnly(contract.getExternalReviewSettings, (call, { params }) => settingsShown(call, params.id)),
  on(contract.saveExternalReviewSettings, async (call, { params, body }) => {
    await saveExternalSettings(call, params.id, body);
    return undefined;
  }),

  onReadOnly(contract.getExternalCheck, (call, { params, query }) =>
    externalCheckShown(call, { requirementId: params.id, ...query }),
  ),
  on(contract.takeExternalStep, (call, { params, body }) => takeStep(call, { requirementId: params.id, ...body })),
  on(contract.recordExternalResult, (call, { params, body }) =>
    recordByHand(call, { requirementId: params.id, ...body }),
  ),
];
