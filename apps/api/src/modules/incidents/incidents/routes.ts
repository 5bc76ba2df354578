import { Readable } from "node:stream";
import * as contract from "@touchline/contract/incidents/incidents";
import { on, onErrand } from "../../../http/mount.ts";
import { changeIncident } from "./actions/change.ts";
import { incidentToExport, renderIncident } from "./actions/export.ts";
import { handleIncident } from "./actions/handle.ts";
import { readDocument, readIncident, readIncidents } from "./actions/read.ts";
import { reportIncident } from "./actions/report.ts";

export const routes = [
  on(contract.listIncidents, async (call, { query }) => {
    const { page, perPage, states, ProfileId: profileId, ProfileLevelAccessId: profileLevelAccessId } = query;
    const { incidents, total } = await readIncidents(call, { page, perPage, states, profileId, profileLevelAccessId });
    return { data: incidents, pagination: { page, perPage, totalRecords: total } };
  }),
  on(contract.getIncident, (call, { params }) => readIncident(call, params.id)),
  on(contract.reportIncident, (call, { body, uploads }) => reportIncident(call, { ...body, uploads })),
  on(contract.changeIncident, (call, { params, body, uploads }) =>
    changeIncident(call, params.id, { ...body, uploads }),
  ),
  on(contract.handleIncident, (call, { params, body }) => handleIncident(call, params.id, body)),
  onErrand(contract.exportIncident, {
    begin: (call, { params }) => incidentToExport(call, params.id),
    act: renderIncident,
    finish: (_call, { params }, pdf) =>
      Promise.resolve({
        stream: Readable.from([pdf]),
        name: `incident-${params.id}.pdf`,
        mediaType: "application/pdf",
        bytes: pdf.length,
      }),
  }),
  on(contract.getIncidentDocument, (call, { params }) => readDocument(call, params.id, params.docId)),
];
