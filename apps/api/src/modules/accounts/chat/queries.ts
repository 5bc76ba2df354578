import { mayChat } from "@touchline/rules";
import type { Call } from "../../../call.ts";
import { birthOf } from "../../people/index.ts";
import type { ownOrganization } from "../organizations/queries/own.ts";

type Own = Pick<Awaited<ReturnType<typeof ownOrganization>>, "timeZone" | "chatForMinors">;

/** Returns whether the support chat is set up, and open to a person of the organization. */
export async function chatAllowed(call: Call, profileId: string, { timeZone, chatForMinors }: Own): Promise<boolean> {
  if (call.adapters.chat === null) return false;
  const dateOfBirth = chatForMinors ? null : await birthOf(call, profileId);
  return mayChat({ dateOfBirth, chatForMinors }, call.now.getTime(), timeZone);
}
