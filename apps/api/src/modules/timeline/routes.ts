import { getAsOf, getFormerMember, getTimeline, listMemberMails } from "@touchline/contract/timeline";
import { on } from "../../kernel/mount.ts";
import { asOf } from "./queries/as-of.ts";
import { formerMember } from "./queries/former.ts";
import { memberMails } from "./queries/mails.ts";
import { personBehind } from "./queries/person.ts";
import { timelineOf } from "./queries/timeline.ts";

export const routes = [
  on(getTimeline, async (call, { params, query }) => timelineOf(call, await personBehind(call, params.id), query)),
  on(getAsOf, async (call, { params, query }) => asOf(call, await personBehind(call, params.id), query.day)),
  on(getFormerMember, (call, { params }) => formerMember(call, params.id)),
  on(listMemberMails, async (call, { params, query }) =>
    memberMails(call, await personBehind(call, params.id), query.cursor),
  ),
];
