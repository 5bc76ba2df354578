import { getDashboardInfo } from "@touchline/contract/hierarchy";
import { on } from "../../kernel/mount.ts";
import { dashboardInfo } from "./queries.ts";

export const routes = [on(getDashboardInfo, (call, { params }) => dashboardInfo(call, params.id))];
