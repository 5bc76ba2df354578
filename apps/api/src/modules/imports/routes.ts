import * as contract from "@touchline/contract/imports";
import { enqueue } from "../../kernel/jobs.ts";
import { on } from "../../kernel/mount.ts";
import { checkImport } from "./actions/check.ts";
import { errorRows } from "./actions/error-rows.ts";
import { cancelImport, startImport } from "./actions/run.ts";
import { uploadRoster } from "./actions/upload.ts";
import { checkRoster, writeRoster } from "./jobs.ts";
import { importById, importRows, listImports, shownImport } from "./queries.ts";

export const routes = [
  on(contract.uploadRoster, (call, { uploads }) => uploadRoster(call, uploads)),
  on(contract.listRosterImports, (call) => listImports(call)),
  on(contract.getRosterImport, async (call, { params }) => shownImport(call, await importById(call, params.id))),
  on(contract.checkRosterImport, async (call, { params, body }) => {
    const { state, round } = await checkImport(call, { rosterImportId: params.id, mapping: body });
    if (round !== null) await enqueue(call, checkRoster, { rosterImportId: params.id, round });
    return { state };
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
  on(contract.downloadErrorRows, (call, { params }) => errorRows(call, { rosterImportId: params.id })),
];
