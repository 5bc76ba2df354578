import { getWaiting } from "@touchline/contract/reporting/waiting";
import { on } from "../../../http/mount.ts";
import { waiting } from "./queries.ts";

export const routes = [on(getWaiting, (call, { params }) => waiting(call, params.id))];
