import { getWaiting } from "@touchline/contract/waiting";
import { on } from "../../kernel/mount.ts";
import { waiting } from "./queries.ts";

export const routes = [on(getWaiting, (call, { params }) => waiting(call, params.id))];
