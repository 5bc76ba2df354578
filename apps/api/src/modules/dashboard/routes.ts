import { getDashboardInfo } from "@touchline/contract/hierarchy";
import { onReading } from "../../kernel/mount.ts";
import { dashboardInfo, readDashboard } from "./queries.ts";

export const routes = [
  onReading(
    getDashboardInfo,
    (call, { params }) => readDashboard(call, params.id),
    (call, { params }, read) => dashboardInfo(call, params.id, read),
  ),
];
