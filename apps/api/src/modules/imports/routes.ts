import * as contract from "@touchline/contract/imports";
import { on } from "../../kernel/mount.ts";
import { checkImport } from "./actions/check.ts";
import { errorRows } from "./actions/error-rows.ts";
import { cancelImport, startImport } from "./actions/run.ts";
import { uploadRoster } from "./actions/upload.ts";
import { importById, importRows, listImports, shownImport } from "./queries.ts";

export const routes = [
  on(contract.uploadRoster, (call, { uploads }) => uploadRoster(call, uploads)),
  on(contract.listRosterImports, (call) => listImports(call)),
  on(contract.getRosterImport, async (call, { params }) => shownImport(call, await importById(call, params.id))),
  on(contract.checkRosterImport, (call, { params, body }) =>
    checkImport(call, { rosterImportId: params.id, mapping: body }),
  ),
  on(contract.listImportRows, async (call, { params, query }) =>
    importRows(call, await importById(call, params.id), query),
  ),
  on(contract.startRosterImport, (call, { params, body }) =>
    startImport(call, { rosterImportId: params.id, invite: body.invite }),
  ),
  on(contract.cancelRosterImport, (call, { params }) => cancelImport(call, { rosterImportId: params.id })),
  on(contract.downloadErrorRows, (call, { params }) => errorRows(call, { rosterImportId: params.id })),
];
