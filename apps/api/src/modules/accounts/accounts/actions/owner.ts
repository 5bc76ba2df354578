import type { FactorOwner, OwnerProof } from "../../../../adapters/identity/factors.ts";
import { unauthenticated } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { proveOwner } from "../../factors/actions.ts";
import type { AccountDeps } from "./links.ts";

/** The signed-in account and its browser. */
export type Owner = { appUserId: string; sessionId: string | null; amr: readonly string[]; address: string };

export function ownerOf({ identified, request }: Pick<Visit, "identified" | "request">): Owner {
  if (!identified) throw unauthenticated();
  const { appUserId, sessionId, amr } = identified;
  return { appUserId, sessionId, amr, address: request.ip };
}

/** The session as the identity service knows it; a token without a session counts only for what it says itself. */
export const askingOf = ({ appUserId, sessionId, amr, address }: Owner): FactorOwner => ({
  sub: appUserId,
  sid: sessionId ?? "",
  amr: [...amr],
  address,
});

/**
 * Checks that the owner is present, before an action that nobody else may take on a screen that was left open.
 *
 * @throws as `proveOwner`
 */
export const prove = ({ identity }: Pick<AccountDeps, "identity">, owner: Owner, proof: OwnerProof) =>
  proveOwner({ identity }, askingOf(owner), proof);
