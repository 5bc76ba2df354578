import * as contract from "@touchline/contract/accounts";
import type { Afterwards } from "../../kernel/afterwards.ts";
import { Refusal } from "../../kernel/errors.ts";
import { onVisit } from "../../kernel/mount.ts";
import { type AccountDeps, confirmEmail, mailConfirmation, mailPasswordReset, resetPassword } from "./actions.ts";

/** The calls about accounts of people who are not signed in. None tells whether there is an account. */
export function accountRoutes(deps: AccountDeps, afterwards: Afterwards) {
  const later = (work: () => Promise<void>) => {
    if (afterwards.begin(work)) return undefined;
    throw new Refusal("unavailable", "Too much at once. Try again in a moment.", { retryAfter: 5 });
  };
  return [
    onVisit(contract.forgotPassword, async (_visit, { body }) => later(() => mailPasswordReset(deps, body.email))),
    onVisit(contract.sendEmailConfirmation, async (_visit, { body }) =>
      later(() => mailConfirmation(deps, body.email)),
    ),
    onVisit(contract.resetPassword, async (_visit, { body }) => {
      await resetPassword(deps, body);
      return undefined;
    }),
    onVisit(contract.confirmEmail, async (_visit, { body }) => {
      await confirmEmail(deps, body.token);
      return undefined;
    }),
  ];
}
