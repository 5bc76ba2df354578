import { getDashboardInfo } from "@touchline/contract/hierarchy";
import { on } from "../../kernel/mount.ts";
import { levelById } from "../hierarchy/queries.ts";
import { dashboardInfo } from "./queries.ts";

export const routes = [
  on(getDashboardInfo, async (call, { params }) => dashboardInfo(call, await levelById(call, params.id))),
];
