import { invalid, Refusal, unauthenticated } from "../../../kernel/errors.ts";
import type { Visit } from "../../../kernel/mount.ts";
import type { AccountDeps } from "./links.ts";

/** Whoever is signed in to an account, and from where. */
export type Owner = { appUserId: string; sessionId: string | null; address: string };

export function ownerOf({ identified, request }: Pick<Visit, "identified" | "request">): Owner {
  if (!identified) throw unauthenticated();
  const { appUserId, sessionId } = identified;
  return { appUserId, sessionId, address: request.ip };
}

/**
 * Asks for the password once more, before what nobody else may do at a screen that was left open.
 *
 * @throws 400 when it is wrong; 429 after too many, which count with failed sign-ins.
 */
export async function askPassword(
  { identity }: Pick<AccountDeps, "identity">,
  { appUserId, address }: Owner,
  password: string,
): Promise<void> {
  const checked = await identity.checkPassword(appUserId, password, address);
  if ("retryAfter" in checked) {
    const minutes = Math.max(1, Math.ceil(checked.retryAfter / 60));
    const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
    throw new Refusal("tooMany", `Too many wrong passwords. Try again in ${wait}.`, {
      retryAfter: checked.retryAfter,
    });
  }
  if (!checked.right) throw invalid("currentPassword", "This is not your current password.");
}
