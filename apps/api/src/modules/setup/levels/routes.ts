import * as contract from "@touchline/contract/setup/levels";
import { on, onErrand } from "../../../http/mount.ts";
import { withCurrentRights } from "../../people/index.ts";
import { addLevel, changeLevel } from "./actions/edit.ts";
import { beginLogo, makeLogo, putLogo, readLogo } from "./actions/logo.ts";
import { moveLevel } from "./actions/move.ts";
import { deleteLevel } from "./actions/remove.ts";
import { followingWithinReach, shownLevel } from "./queries/details.ts";
import { previewMove } from "./queries/move-preview.ts";

export const routes = [
  on(contract.listLevelsFollowing, (call) => followingWithinReach(call)),
  on(contract.getLevel, (call, { params }) => shownLevel(call, params.id)),
  on(contract.addLevel, async (call, { body }) => {
    const { levelId } = await addLevel(call, body);
    return shownLevel(await withCurrentRights(call), levelId);
  }),
  on(contract.changeLevel, async (call, { params, body }) => {
    await changeLevel(call, { levelId: params.id, ...body });
    return shownLevel(await withCurrentRights(call), params.id);
  }),
  on(contract.previewMove, (call, { params, query }) =>
    previewMove(call, { levelId: params.id, parentId: query.parentId }),
  ),
  on(contract.moveLevel, async (call, { params, body }) => {
    await moveLevel(call, { levelId: params.id, parentId: body.parentId });
    return shownLevel(await withCurrentRights(call), params.id);
  }),
  on(contract.deleteLevel, async (call, { params }) => {
    await deleteLevel(call, params.id);
    return undefined;
  }),
  onErrand(contract.setLevelLogo, {
    begin: (call, { params, body }) => beginLogo(call, { levelId: params.id, ...body }),
    act: makeLogo,
    async finish(call, { params }, made) {
      await putLogo(call, params.id, made);
      return shownLevel(call, params.id);
    },
  }),
  on(contract.getLevelLogo, (call, { params }) => readLogo(call, params.id, params.logoId)),
];
