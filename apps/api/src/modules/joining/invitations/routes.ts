import * as contract from "@touchline/contract/joining/invitations";
import { addMember } from "@touchline/contract/people/profiles";
import { on, onVisit } from "../../../http/mount.ts";
import { authorizeSight, memberTarget } from "../../people/index.ts";
import { addAndInvite, resendActivation } from "./actions/invite.ts";
import { type LinkDeps, renew } from "./actions/link.ts";
import { latestInvitation } from "./queries.ts";

/** The calls about invitations. */
export function invitationRoutes(deps: LinkDeps) {
  return [
    onVisit(contract.renewInvitation, async (visit, { body }) => {
      await renew(visit, deps, body.token);
      return undefined;
    }),

    on(addMember, (call, { body }) => addAndInvite(call, body)),
    on(contract.resendActivation, (call, { body }) => resendActivation(call, body)),

    on(contract.getActivation, async (call, { params }) => {
      const target = await memberTarget(call, params.id);
      authorizeSight(call, target);
      const latest = await latestInvitation(call, target.profileId);
      return {
        sentTo: latest?.email ?? null,
        sentAt: latest?.createdAt.toISOString() ?? null,
        expiresAt: latest?.expiresAt.toISOString() ?? null,
        acceptedAt: latest?.acceptedAt?.toISOString() ?? null,
      };
    }),
  ];
}
