import * as contract from "@touchline/contract/accounts";
import type { Afterwards } from "../../kernel/afterwards.ts";
import { Refusal, unauthenticated } from "../../kernel/errors.ts";
import { onVisit, type Visit } from "../../kernel/mount.ts";
import {
  type AccountDeps,
  confirmEmail,
  correctOwnEmail,
  mailConfirmation,
  mailOwnConfirmation,
  mailPasswordReset,
  mayMailConfirmation,
  ownAccount,
  renewConfirmation,
  resetPassword,
} from "./actions.ts";

/** Who is signed in, whether or not a profile is chosen. */
const subOf = ({ identified }: Visit) => {
  if (!identified) throw unauthenticated();
  return identified.appUserId;
};

/** The calls about accounts. Those of people who are not signed in never tell whether there is an account. */
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
    onVisit(contract.renewConfirmation, async (_visit, { body }) => later(() => renewConfirmation(deps, body.token))),

    onVisit(contract.getOwnEmail, async (visit) => {
      const { email, emailConfirmed } = await ownAccount(deps, subOf(visit));
      return { email, confirmed: emailConfirmed };
    }),
    onVisit(contract.resendOwnConfirmation, async (visit) => {
      const sub = subOf(visit);
      await mayMailConfirmation(deps, sub);
      return later(() => mailOwnConfirmation(deps, sub, { firstName: null, join: null }));
    }),
    onVisit(contract.correctOwnEmail, async (visit, { body }) => {
      const sub = subOf(visit);
      await correctOwnEmail(deps, sub, body.email);
      return later(() => mailOwnConfirmation(deps, sub, { firstName: null, join: null }));
    }),
  ];
}
