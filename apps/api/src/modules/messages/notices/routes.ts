import * as contract from "@touchline/contract/messages/notices";
import { on } from "../../../http/mount.ts";
import { readNotices } from "./actions.ts";
import { noticesBefore, unreadCount } from "./queries.ts";

export const routes = [
  on(contract.listNotices, (call, { query }) => noticesBefore(call, query)),
  on(contract.countUnreadNotices, (call) => unreadCount(call)),
  on(contract.readNotices, (call, { body }) => readNotices(call, body.upTo)),
];
