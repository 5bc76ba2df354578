import { z } from "zod";
import type { LinkProblem, MailedTokens } from "./mailed-tokens.ts";
import type { FactorProblem, OwnerProofs } from "./owner-proof.ts";

/**
 * Who opens the link: whoever is signed in to an account, or knows its password and from where; or the owner of the mailbox,
 * who chooses a new one. Null: nobody said.
 */
export const confirmedBy = z
  .union([
    z.strictObject({ sub: z.uuid() }),
    z.strictObject({ password: z.string().max(1000), address: z.string().max(100) }),
    z.strictObject({ newPassword: z.string().max(1000) }),
  ])
  .nullable();
type ConfirmedBy = z.output<typeof confirmedBy>;

/**
 * Confirming the address of an account. Anybody may sign up with any address and choose a password: its owner must not make
 * a stranger's password good by a press on a link. So whoever opens it is signed in to that very account, knows the password,
 * or replaces it.
 */
export function createConfirmations(
  mailed: Pick<MailedTokens, "readConfirmation" | "confirmEmail">,
  owners: Pick<OwnerProofs, "prove">,
) {
  return {
    /** `whose`: none of these is shown; the link stays good. @throws InvalidAccount for a bad new password; TooBusy */
    async confirm(
      token: string,
      by: ConfirmedBy,
    ): Promise<{ sub: string } | { problem: LinkProblem | "taken" | "whose" } | FactorProblem> {
      const found = await mailed.readConfirmation(token);
      if ("problem" in found) return found;
      if (by && "newPassword" in by) {
        // Of an account that is confirmed a password is not replaced in passing: that is what a reset is for.
        return found.confirmed ? { problem: "used" } : mailed.confirmEmail(token, by.newPassword);
      }
      if (found.confirmed || (by && "sub" in by && by.sub === found.sub)) return mailed.confirmEmail(token);
      if (!by || "sub" in by) return { problem: "whose" };
      const asking = { sub: found.sub, sid: "", amr: [], address: by.address };
      const proven = await owners.prove(asking, { password: by.password });
      return "problem" in proven ? proven : mailed.confirmEmail(token);
    },
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;
