import * as contract from "@touchline/contract/setup/imports";
import { on, onErrand } from "../../../http/mount.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import { checkImport, readBeforeCheck } from "./actions/check.ts";
import { errorRows } from "./actions/error-rows.ts";
import { fixRow } from "./actions/fix.ts";
import { storedRoster } from "./actions/read.ts";
import { cancelImport, startImport } from "./actions/run.ts";
import {
  deleteSavedMapping,
  fittedMapping,
  listSavedMappings,
  renameSavedMapping,
  saveMapping,
} from "./actions/saved-mappings.ts";
import { answerRows } from "./actions/similar-people.ts";
import { undoImport } from "./actions/undo.ts";
import { rosterUpload, uploadRoster } from "./actions/upload.ts";
import { checkRoster, writeRoster } from "./jobs.ts";
import { importById, importRows, listImports, shownImport } from "./queries.ts";

export const routes = [
  onErrand(contract.uploadRoster, {
    begin: async (call, { uploads }) => (await rosterUpload(call, uploads)).storageKey,
    act: (storageKey, { files }) => storedRoster(files, storageKey),
    finish: (call, { uploads }, roster) => uploadRoster(call, uploads, roster),
  }),
  on(contract.listRosterImports, (call) => listImports(call)),
  on(contract.getRosterImport, async (call, { params }) => shownImport(call, await importById(call, params.id))),
  onErrand(contract.checkRosterImport, {
    begin: (call, { params }) => readBeforeCheck(call, params.id),
    act: async (storageKey, { files }) => (storageKey === null ? null : storedRoster(files, storageKey)),
    async finish(call, { params, body }, roster) {
      const { state, round } = await checkImport(call, { rosterImportId: params.id, mapping: body, roster });
      if (round !== null) await enqueue(call, checkRoster, { rosterImportId: params.id, round });
      return { state };
    },
  }),
  on(contract.listImportRows, async (call, { params, query }) =>
    importRows(call, await importById(call, params.id), query),
  ),
  on(contract.startRosterImport, async (call, { params, body }) => {
    const started = await startImport(call, { rosterImportId: params.id, invite: body.invite });
    await enqueue(call, writeRoster, { rosterImportId: params.id }, { singletonKey: params.id });
    return started;
  }),
  on(contract.cancelRosterImport, (call, { params }) => cancelImport(call, { rosterImportId: params.id })),
  on(contract.undoRosterImport, (call, { params }) => undoImport(call, { rosterImportId: params.id })),
  on(contract.answerImportRows, (call, { params, body }) => answerRows(call, { rosterImportId: params.id, ...body })),
  on(contract.fixImportRow, (call, { params, body }) =>
    fixRow(call, { rosterImportId: params.id, number: Number(params.number), ...body }),
  ),
  on(contract.listSavedMappings, (call) => listSavedMappings(call)),
  on(contract.saveMapping, (call, { body }) => saveMapping(call, body)),
  on(contract.renameSavedMapping, (call, { params, body }) =>
    renameSavedMapping(call, { rosterMappingId: params.id, name: body.name }),
  ),
  on(contract.deleteSavedMapping, async (call, { params }) => {
    await deleteSavedMapping(call, params.id);
    return undefined;
  }),
  on(contract.fitSavedMapping, (call, { params }) =>
    fittedMapping(call, { rosterImportId: params.id, rosterMappingId: params.mappingId }),
  ),
  on(contract.downloadErrorRows, (call, { params }) => errorRows(call, { rosterImportId: params.id })),
];
