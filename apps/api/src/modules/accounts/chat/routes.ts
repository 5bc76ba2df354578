import * as contract from "@touchline/contract/accounts/chat";
import { actingProfile } from "../../../call.ts";
import { forbidden } from "../../../errors.ts";
import { on } from "../../../http/mount.ts";
import { ownOrganization } from "../organizations/queries/own.ts";
import { chatAllowed } from "./queries.ts";

export const routes = [
  on(contract.chatToken, async (call) => {
    const { chat } = call.adapters;
    const profileId = actingProfile(call);
    if (chat === null || profileId === null || call.actor.kind !== "person") {
      throw forbidden("There is no support chat here.", "noChat");
    }
    if (!(await chatAllowed(call, profileId, await ownOrganization(call)))) {
      throw forbidden("Your organization doesn't offer the support chat to minors.", "noChatForMinors");
    }
    return { intercom_user_jwt: await chat.userToken(call.actor.appUserId, call.now) };
  }),
];
