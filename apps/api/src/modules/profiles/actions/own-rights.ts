import { actingProfile, type Call } from "../../../kernel/call.ts";
import { forbidden } from "../../../kernel/errors.ts";
import { actingAgain } from "../queries.ts";

/** Whoever takes somebody's role away is held with them: two Admins who remove each other at once would leave nobody. */
export const ownEntry = (call: Call): string[] => {
  const own = actingProfile(call);
  return own === null ? [] : [own];
};

/**
 * The call with the actor's rights as they are once the actor is held (`ownEntry`).
 *
 * @throws Forbidden when the actor has lost their place meanwhile.
 */
export async function withOwnRights(call: Call): Promise<Call> {
  const [own] = ownEntry(call);
  if (own === undefined) return call;
  const acting = await actingAgain(call, own);
  if (!acting) throw forbidden("You do not act in this organization any more.", "role");
  return acting;
}
