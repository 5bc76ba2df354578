import { z } from "zod";
import type { LinkProblem, MailedTokens } from "./mailed-tokens.ts";
import type { FactorProblem, OwnerProofs } from "./owner-proof.ts";

/**
 * Who opens the link: a person who is logged in to an account, one who knows its password and from which address, or the owner
 * of the mailbox, who chooses a new password. Null if nothing was shown.
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
 * Confirms the address of an account. Anyone can sign up with any address and choose a password, so the owner of the mailbox
 * must not make a stranger's password valid by clicking a link. They have to be logged in to that account, know its password,
 * or replace it.
 */
export function createConfirmations(
  mailed: Pick<MailedTokens, "readConfirmation" | "confirmEmail">,
  owners: Pick<OwnerProofs, "prove">,
) {
  return {
    /**
     * `whose`: none of these was shown, and the link stays valid.
     *
     * @throws InvalidAccount for an invalid new password; TooBusy
     */
    async confirm(
      token: string,
      by: ConfirmedBy,
    ): Promise<{ sub: string } | { problem: LinkProblem | "taken" | "whose" } | FactorProblem> {
      const found = await mailed.readConfirmation(token);
      if ("problem" in found) return found;
      if (by && "newPassword" in by) {
        // The password of a confirmed account isn't replaced here, because there is a reset for that.
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
