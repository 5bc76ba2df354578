import * as contract from "@touchline/contract/organizations";
import { on } from "../../kernel/mount.ts";
import { selectOrganization } from "./queries.ts";

export const routes = [on(contract.selectOrganization, (call, { params }) => selectOrganization(call, params.id))];
