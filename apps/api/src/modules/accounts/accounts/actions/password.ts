import type { OwnerProof } from "../../../../adapters/identity/factors.ts";
import { invalid, unauthenticated } from "../../../../errors.ts";
import { endSessionsBut } from "../../sessions/actions/end-session.ts";
import { type AccountDeps, notifyOwner } from "./links.ts";
import { type Owner, prove } from "./owner.ts";

/**
 * Sets a new password, or the first one. Every other session ends, and the owner is emailed.
 *
 * @throws 400 for a wrong proof or a bad password; 429 after too many wrong ones.
 */
export async function changePassword(
  deps: AccountDeps,
  owner: Owner,
  { proof, password }: { proof: OwnerProof; password: string },
): Promise<void> {
  await prove(deps, owner, proof);
  const account = await deps.identity.accountById(owner.appUserId);
  if (!account) throw unauthenticated();
  const { sessionId: keep } = owner;
  const changed = await deps.identity.changePassword(owner.appUserId, password, keep);
  if ("problem" in changed) throw invalid("password", changed.message);
  await endSessionsBut(deps, deps.now(), owner.appUserId, { keep, ended: changed.ended });
  await notifyOwner(deps, account, {
    kind: "passwordChanged",
    fields: { supportEmail: deps.adapters.site.supportEmail },
  });
}

/** Ends every session of the account, or all but this one. */
export async function endSessions(deps: AccountDeps, owner: Owner, which: "others" | "all"): Promise<void> {
  const keep = which === "all" ? null : owner.sessionId;
  const { ended } = await deps.identity.endSessions(owner.appUserId, keep);
  await endSessionsBut(deps, deps.now(), owner.appUserId, { keep, ended });
}
