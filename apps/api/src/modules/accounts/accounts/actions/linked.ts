import type { IdentityPort } from "../../../../adapters/identity/port.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { showFirst } from "../../factors/actions.ts";
import { type AccountDeps, notifyOwner } from "./links.ts";
import { askingOf, type Owner } from "./owner.ts";

/** Tells the owner of an account that a partner's sign-in was connected to it, so that nobody else can do so unnoticed. */
export async function notifySignInLinked(
  deps: Pick<AccountDeps, "tenancy" | "adapters" | "now"> & { identity: Pick<IdentityPort, "accountById"> },
  sub: string,
  partner: string,
): Promise<void> {
  const account = await deps.identity.accountById(sub);
  const path = "/account/settings?section=security";
  if (account) await notifyOwner(deps, account, { kind: "partnerLinked", fields: { partner, path } });
}

/**
 * Disconnects an account from a partner's sign-in.
 *
 * @throws 404 for one that is not its own, Conflict for its last way in, 403 where a second factor is to be shown first.
 */
export async function unlinkSignIn(
  { identity }: Pick<AccountDeps, "identity">,
  owner: Owner,
  id: string,
): Promise<void> {
  const outcome = await identity.unlinkSignIn(askingOf(owner), id);
  if (outcome === "unknown") throw notFound("signIn");
  if (outcome === "showFirst") throw showFirst();
  if (outcome === "done") return;
  throw conflict(
    "This is your only way in. Log out, choose “Forgot password?” to set a password, then disconnect it.",
    "lastWayIn",
  );
}
