import * as contract from "@touchline/contract/billing/member-fees";
import { on, onReadOnly } from "../../../http/mount.ts";
import { filterOf, paymentDetails, paymentsPage } from "../payments/queries/payment-details.ts";
import { adjust, recordOffline, remind, revoke } from "./actions.ts";
import { adjustmentsOf, outstandingPage, reconciliationShown } from "./queries.ts";

export const feeRoutes = [
  onReadOnly(contract.listOrganizationPayments, (call, { query }) =>
    paymentsPage(call, { cursor: query.cursor, whose: "organization", where: filterOf(query) }),
  ),
  onReadOnly(contract.listOutstanding, (call, { query }) => outstandingPage(call, query.cursor)),
  on(contract.remindOfFees, (call, { body }) => remind(call, body)),
  onReadOnly(contract.listAdjustments, (call, { params }) => adjustmentsOf(call, params.profileLevelAccessId)),
  on(contract.adjustFee, (call, { body }) => adjust(call, body)),
  on(contract.revokeAdjustment, (call, { params }) => revoke(call, params.id)),
  on(contract.recordOfflinePayment, async (call, { body }) => paymentDetails(call, await recordOffline(call, body))),
  onReadOnly(contract.getReconciliation, reconciliationShown),
];
