import {
  getDashboardInfo,
  getExpiries,
  getHeatMap,
  getTrend,
  listDayChanges,
  listExpiring,
} from "@touchline/contract/people/hierarchy";
import { on, onReading } from "../../../http/mount.ts";
import { dashboardInfo, readDashboard } from "./queries/counts.ts";
import { expiries, expiring } from "./queries/expiries.ts";
import { heatMap } from "./queries/heat-map.ts";
import { dayChanges, trend } from "./queries/trend.ts";

export const routes = [
  onReading(
    getDashboardInfo,
    (call, { params }) => readDashboard(call, params.id),
    (call, { params }, read) => dashboardInfo(call, params.id, read),
  ),
  on(getHeatMap, (call, { params, query }) => heatMap(call, params.id, query.page)),
  on(getTrend, (call, { params, query }) => trend(call, params.id, query.days)),
  on(listDayChanges, (call, { params, query }) => dayChanges(call, params.id, query)),
  on(getExpiries, (call, { params }) => expiries(call, params.id)),
  on(listExpiring, (call, { params, query }) => expiring(call, params.id, query)),
];
