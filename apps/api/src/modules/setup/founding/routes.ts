import * as contract from "@touchline/contract/setup/organization-creation";
import type { Adapters } from "../../../call.ts";
import { keyFrom } from "../../../http/idempotency.ts";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { createOrganization } from "./actions/create.ts";
import { discardDraft, saveDraft } from "./actions/draft.ts";
import { inviteAdministrator } from "./actions/invite-administrator.ts";
import { draftOf, listedOrganizations, lookedAt, namedAlike, shownDraft } from "./queries.ts";

/** The calls about organizations for platform operators, and about creating one. */
export const foundingRoutes = ({ adapters }: { adapters: Adapters }) => [
  onVisit(contract.organizationList, (visit, { query }) => listedOrganizations(visit, query)),

  onVisit(contract.createOrganization, async (visit, { body }) => {
    const operator = await operatorCalling(visit);
    const key = keyFrom(visit.request.headers["idempotency-key"]);
    return createOrganization(visit, adapters, operator, body, key);
  }),

  onVisit(contract.organizationsNamed, async (visit, { query }) => {
    await operatorCalling(visit);
    return namedAlike(visit, query.name);
  }),
  onVisit(contract.lookAtOrganization, async (visit, { params }) =>
    lookedAt(visit, adapters, await operatorCalling(visit), params.id),
  ),

  onVisit(contract.inviteAdministrator, async (visit, { params, body }) => ({
    path: await inviteAdministrator(visit, adapters, await operatorCalling(visit), { ...params, ...body }),
  })),

  onVisit(contract.getOrganizationDraft, async (visit) => {
    const operator = await operatorCalling(visit);
    const row = await visit.tenancy.runShared((db) => draftOf(db, operator));
    return row ? shownDraft(row, adapters.vault) : null;
  }),
  onVisit(contract.saveOrganizationDraft, async (visit, { body }) =>
    saveDraft(visit, adapters, await operatorCalling(visit), body),
  ),
  onVisit(contract.discardOrganizationDraft, async (visit) => {
    await discardDraft(visit, await operatorCalling(visit));
    return undefined;
  }),
];
