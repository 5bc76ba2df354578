import * as contract from "@touchline/contract/people/hierarchy";
import { on } from "../../../http/mount.ts";
import { levelById, navigation } from "./queries.ts";

export const routes = [
  on(contract.getNavigation, async (call, { params }) => navigation(call, await levelById(call, params.id))),
];
