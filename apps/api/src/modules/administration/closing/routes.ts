import * as contract from "@touchline/contract/administration/closing";
import { onVisit } from "../../../http/mount.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import { resumeOrganization, suspendOrganization } from "../../accounts/index.ts";
import { inOrganization, operatorCalling } from "../../platform/index.ts";
import { closeForGood } from "./actions/close.ts";
import { beginExport, openExport } from "./actions/export.ts";
import { writeOrganizationExport } from "./jobs.ts";
import { organizationState } from "./queries.ts";

export const routes = [
  onVisit(contract.getOrganizationState, async (visit, { params }) => {
    await operatorCalling(visit);
    return inOrganization(visit, params.id, organizationState);
  }),
  onVisit(contract.suspendOrganization, async (visit, { params, body }) => {
    const operator = await operatorCalling(visit);
    await inOrganization(visit, params.id, (call) => suspendOrganization(call, { operator, reason: body.reason }));
    return undefined;
  }),
  onVisit(contract.resumeOrganization, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    await inOrganization(visit, params.id, (call) => resumeOrganization(call, operator));
    return undefined;
  }),
  onVisit(contract.exportOrganization, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    return inOrganization(visit, params.id, async (call) => {
      const organizationExportId = await beginExport(call, operator);
      await enqueue(call, writeOrganizationExport, { organizationExportId });
      return { organizationExportId };
    });
  }),
  onVisit(contract.downloadOrganizationExport, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    return inOrganization(visit, params.id, (call) => openExport(call, operator, params.organizationExportId));
  }),
  onVisit(contract.closeOrganization, async (visit, { params, body }) => {
    const operator = await operatorCalling(visit);
    await inOrganization(visit, params.id, (call) => closeForGood(call, operator, body.name));
    return undefined;
  }),
];
