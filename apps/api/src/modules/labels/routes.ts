import * as contract from "@touchline/contract/organizations";
import { on } from "../../kernel/mount.ts";
import { listLabels } from "./queries.ts";

export const routes = [on(contract.listLabels, (call) => listLabels(call))];
