import {
  downloadComparison,
  getComparison,
  listComparisonMembers,
  startComparison,
  startComparisonExport,
} from "@touchline/contract/reporting/comparison";
import {
  downloadLookBack,
  getLookBack,
  listLookBackMembers,
  startLookBack,
} from "@touchline/contract/reporting/look-back";
import { getAsOf, getFormerMember, getTimeline, listMemberMails } from "@touchline/contract/reporting/timeline";
import { on } from "../../../http/mount.ts";
import { getTask } from "../../tasks/index.ts";
import { comparisonFile, comparisonTask, startComparisonExport as startExport } from "./actions/comparison-export.ts";
import { startComparing, startLookingBack } from "./actions/look-back.ts";
import { asOf } from "./queries/as-of.ts";
import { membersOfComparison, shownComparison } from "./queries/comparison.ts";
import { formerMember } from "./queries/former.ts";
import { membersOfLookBack, shownLookBack } from "./queries/look-back.ts";
import { lookBackFile } from "./queries/look-back-file.ts";
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
  on(startLookBack, async (call, { params, body }) => {
    const lookBackId = await startLookingBack(call, { levelId: params.id, ...body });
    return shownLookBack(call, { levelId: params.id, lookBackId });
  }),
  on(getLookBack, (call, { params }) => shownLookBack(call, named(params))),
  on(listLookBackMembers, (call, { params, query }) => membersOfLookBack(call, named(params), query)),
  on(downloadLookBack, (call, { params, query }) => lookBackFile(call, named(params), query)),
  on(startComparison, async (call, { params, body }) => {
    const lookBackId = await startComparing(call, { levelId: params.id, ...body });
    return shownComparison(call, { levelId: params.id, lookBackId });
  }),
  on(getComparison, (call, { params }) => shownComparison(call, compared(params))),
  on(listComparisonMembers, (call, { params, query }) => membersOfComparison(call, compared(params), query)),
  on(startComparisonExport, async (call, { params, body }) => {
    const { taskId } = await startExport(call, compared(params), body);
    return getTask(call, [comparisonTask], taskId);
  }),
  on(downloadComparison, (call, { params }) => comparisonFile(call, params.id)),
];

const compared = ({ id, comparisonId }: { id: string; comparisonId: string }) => ({
  levelId: id,
  lookBackId: comparisonId,
});

const named = ({ id, lookBackId }: { id: string; lookBackId: string }) => ({ levelId: id, lookBackId });
