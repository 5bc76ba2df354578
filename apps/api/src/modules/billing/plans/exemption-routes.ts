import * as contract from "@touchline/contract/billing/tax-exemptions";
import { onVisit, type Route } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { decideCertificate, linkCertificate, waitingCertificates } from "./actions/exemption.ts";

/** Exemption certificates, for those who run the platform. */
export const exemptionRoutes: Route[] = [
  onVisit(contract.listTaxCertificates, async (visit, { query }) => {
    await operatorCalling(visit);
    return waitingCertificates(visit, query.cursor);
  }),
  onVisit(contract.openTaxCertificate, async (visit, { params }) => {
    const operator = await operatorCalling(visit);
    return linkCertificate({ visit, operator, organizationId: params.id, certificateId: params.certificateId });
  }),
  onVisit(contract.decideTaxCertificate, async (visit, { params, body }) => {
    const operator = await operatorCalling(visit);
    const { id: organizationId, certificateId } = params;
    await decideCertificate({ visit, operator, organizationId, certificateId }, body);
    return undefined;
  }),
];
