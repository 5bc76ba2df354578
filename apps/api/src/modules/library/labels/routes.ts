import { listLabels as listLabelsContract } from "@touchline/contract/accounts/organizations";
import * as contract from "@touchline/contract/library/labels";
import { on } from "../../../http/mount.ts";
import { createLabel } from "./actions/add.ts";
import { changeLabel } from "./actions/change.ts";
import { deleteLabel } from "./actions/remove.ts";
import { countLabelMembers, labelDetails, listLabelDetails, listLabels } from "./queries.ts";

export const routes = [
  on(listLabelsContract, (call) => listLabels(call)),
  on(contract.listLabelDetails, (call) => listLabelDetails(call)),
  on(contract.getLabel, (call, { params }) => labelDetails(call, params.id)),
  on(contract.addLabel, async (call, { body }) => ({ labelId: await createLabel(call, body) })),
  on(contract.changeLabel, (call, { params, body }) => changeLabel(call, { id: params.id, ...body })),
  on(contract.countLabelMembers, (call, { params, query }) =>
    countLabelMembers(call, { labelId: params.id, ...query }),
  ),
  on(contract.deleteLabel, (call, { params, body }) => deleteLabel(call, { id: params.id, ...body })),
];
