import * as contract from "@touchline/contract/notices";
import { on } from "../../kernel/mount.ts";
import { readNotices } from "./actions.ts";
import { noticesBefore, unreadCount } from "./queries.ts";

export const routes = [
  on(contract.listNotices, (call, { query }) => noticesBefore(call, query)),
  on(contract.countUnreadNotices, (call) => unreadCount(call)),
  on(contract.readNotices, (call, { body }) => readNotices(call, body.upTo)),
];
