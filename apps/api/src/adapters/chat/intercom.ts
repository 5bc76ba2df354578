import { SignJWT } from "jose";
import type { ChatPort } from "./port.ts";

const validSeconds = 3_600;

/**
 * Signs tokens for Intercom's Messenger. They name the account by its id, and nothing else about the person.
 *
 * @param secret the Messenger's API secret of the workspace.
 */
export function intercomChat(secret: string): ChatPort {
  const key = new TextEncoder().encode(secret);
  return {
    userToken(appUserId, now) {
      const issued = Math.floor(now.getTime() / 1000);
      return new SignJWT({ user_id: appUserId })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt(issued)
        .setExpirationTime(issued + validSeconds)
        .sign(key);
    },
  };
}
