import * as contract from "@touchline/contract/joining/families";
import { on } from "../../../http/mount.ts";
import { authorizeSight, memberTarget } from "../../people/index.ts";
import { addChild, removeChild } from "./actions/children.ts";
import { addGuardian, endGuardianship, endOwnGuardianship } from "./actions/guardians.ts";
import { correctGuardianInvitation, inviteGuardian, revokeGuardianInvitation } from "./actions/invite.ts";
import { memberFamily } from "./queries/guardians.ts";
import { familyOf } from "./queries/overview.ts";

export const routes = [
  on(contract.getFamily, (call, { query }) => familyOf(call, query)),
  on(contract.addChild, (call, { body }) => addChild(call, body)),
  on(contract.removeChild, async (call, { params }) => {
    await removeChild(call, params.profileId);
    return undefined;
  }),
  on(contract.inviteGuardian, (call, { body }) => inviteGuardian(call, body)),
  on(contract.revokeGuardianInvitation, async (call, { params }) => {
    await revokeGuardianInvitation(call, params.id);
    return undefined;
  }),
  on(contract.correctGuardianInvitation, (call, { params, body }) =>
    correctGuardianInvitation(call, { guardianInvitationId: params.id, ...body }),
  ),
  on(contract.endOwnGuardianship, async (call, { params }) => {
    await endOwnGuardianship(call, params.profileId);
    return undefined;
  }),
  on(contract.addGuardian, async (call, { body }) => {
    await addGuardian(call, body);
    return undefined;
  }),
  on(contract.endGuardianship, async (call, { body }) => {
    await endGuardianship(call, body);
    return undefined;
  }),
  on(contract.getMemberFamily, async (call, { params }) => {
    const target = await memberTarget(call, params.id);
    authorizeSight(call, target);
    return memberFamily(call, target);
  }),
];
