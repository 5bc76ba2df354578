import { conflict, notFound } from "../../../kernel/errors.ts";
import type { AccountDeps } from "./links.ts";

/** Parts an account from a sign-in at a partner. @throws 404 for one that is not its own, Conflict for its last way in. */
export async function unlinkSignIn(
  { identity }: Pick<AccountDeps, "identity">,
  sub: string,
  id: string,
): Promise<void> {
  const outcome = await identity.unlinkSignIn(sub, id);
  if (outcome === "unknown") throw notFound("The sign-in");
  if (outcome === "done") return;
  throw conflict(
    "This is your only way in. Log out, choose “Forgot password?” to set a password, then disconnect it.",
    "lastWayIn",
  );
}
