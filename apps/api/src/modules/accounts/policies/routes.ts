import * as contract from "@touchline/contract/accounts/policies";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { unauthenticated } from "../../../errors.ts";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { accept, publishVersion } from "./actions.ts";
import { policiesInForce, policyHistory, policyText, withPublishers } from "./queries.ts";

/** The calls about policies: anybody reads them, signed-in people accept them, and platform operators publish them. */
export const policyRoutes = (deps: { tenancy: Tenancy; identity: IdentityPort }) => [
  onVisit(contract.acceptPolicy, async (visit, { body }) => {
    if (!visit.identified) throw unauthenticated();
    await accept(deps, visit.now, visit.identified.appUserId, body);
    return undefined;
  }),

  onVisit(contract.currentPolicies, (visit) => visit.tenancy.runShared(policiesInForce)),

  onVisit(contract.getPolicy, (visit, { query }) =>
    visit.tenancy.runShared(async (db) => {
      const { bodySha256: _, ...policy } = await policyText(db, query.type, query.version);
      return policy;
    }),
  ),

  onVisit(contract.listPolicyVersions, async (visit) => {
    await operatorCalling(visit);
    return withPublishers(deps.identity, await visit.tenancy.runShared(policyHistory));
  }),

  onVisit(contract.publishPolicy, async (visit, { body }) =>
    publishVersion(visit.tenancy, visit.now, await operatorCalling(visit), body),
  ),
];
