import * as contract from "@touchline/contract/organizations";
import { getSecondFactorRoles, setSecondFactorRoles } from "@touchline/contract/second-factor";
import { on } from "../../kernel/mount.ts";
import { demandSecondFactor } from "./actions.ts";
import { secondFactorRoles, selectOrganization } from "./queries.ts";

export const routes = [
  on(contract.selectOrganization, (call, { params }) => selectOrganization(call, params.id)),
  on(getSecondFactorRoles, async (call) => ({ roles: await secondFactorRoles(call) })),
  on(setSecondFactorRoles, async (call, { body }) => {
    await demandSecondFactor(call, body.roles);
    return undefined;
  }),
];
