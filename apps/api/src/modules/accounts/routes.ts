import * as contract from "@touchline/contract/accounts";
import * as partners from "@touchline/contract/partner-sign-in";
import type { Afterwards } from "../../kernel/afterwards.ts";
import { Refusal, unauthenticated } from "../../kernel/errors.ts";
import { onVisit, type Visit } from "../../kernel/mount.ts";
import {
  type AccountDeps,
  confirmEmail,
  mailConfirmation,
  mailPasswordReset,
  resetPassword,
  unlinkSignIn,
} from "./actions.ts";

const accountOf = ({ identified }: Visit) => {
  if (!identified) throw unauthenticated();
  return identified.appUserId;
};

/**
 * The calls about accounts, those of people who are not signed in first: none of these tells whether there is an account.
 */
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
    onVisit(partners.listLinkedSignIns, async (visit) => deps.identity.linkedSignIns(accountOf(visit))),
    onVisit(partners.unlinkSignIn, async (visit, { params }) => {
      await unlinkSignIn(deps, accountOf(visit), params.id);
      return undefined;
    }),
  ];
}
