import { getWhy } from "@touchline/contract/compliance/why";
import { downloadRecord, startRecordExport } from "@touchline/contract/reporting/records";
import { on } from "../../../http/mount.ts";
import { getTask } from "../../tasks/index.ts";
import { recordFile, recordTask, startRecord } from "./actions/export-task.ts";
import { whyOf } from "./queries/why.ts";

export const routes = [
  on(getWhy, (call, { params, query }) => whyOf(call, params.id, query.at)),
  on(startRecordExport, async (call, { params }) => {
    const { taskId } = await startRecord(call, params.id);
    return getTask(call, [recordTask], taskId);
  }),
  on(downloadRecord, (call, { params }) => recordFile(call, params.id)),
];
