import { mayChat } from "@touchline/rules";
import { actingProfile, type Call } from "../../../../call.ts";
import { forbidden } from "../../../../errors.ts";
import { birthOf } from "../../../people/index.ts";
import { ownOrganization } from "./own.ts";

type Own = Pick<Awaited<ReturnType<typeof ownOrganization>>, "timeZone" | "chatForMinors">;

/** Returns whether the support chat is set up, and open to a person of the organization. */
export async function chatAllowed(call: Call, profileId: string, { timeZone, chatForMinors }: Own): Promise<boolean> {
  if (call.adapters.chat === null) return false;
  const dateOfBirth = chatForMinors ? null : await birthOf(call, profileId);
  return mayChat({ dateOfBirth, chatForMinors }, call.now.getTime(), timeZone);
}

/** Returns the token by which the chat knows the caller. @throws Forbidden without a chat, and for minors it isn't open to. */
export async function chatTokenOf(call: Call): Promise<string> {
  const { chat } = call.adapters;
  const profileId = actingProfile(call);
  if (chat === null || profileId === null || call.actor.kind !== "person") {
    throw forbidden("Support chat isn't available.", "noChat");
  }
  if (!(await chatAllowed(call, profileId, await ownOrganization(call)))) {
    throw forbidden(
      "Support chat isn't available to you. Add your date of birth, or ask your organization.",
      "noChatForMinors",
    );
  }
  return chat.userToken(call.actor.appUserId, call.now);
}
