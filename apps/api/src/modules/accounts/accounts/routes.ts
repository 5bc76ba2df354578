import * as settings from "@touchline/contract/accounts/account-settings";
import * as contract from "@touchline/contract/accounts/accounts";
import * as partners from "@touchline/contract/accounts/partner-sign-in";
import * as subscriptions from "@touchline/contract/messages/unsubscribe";
import { notFound, Refusal } from "../../../errors.ts";
import type { BackgroundWork } from "../../../http/after-response.ts";
import { onVisit } from "../../../http/mount.ts";
import { endSession } from "../sessions/actions/end-session.ts";
import { isSessionOf, sessionsOfAccount } from "../sessions/queries.ts";
import { readAccount } from "./actions/account.ts";
import { closeAccount, previewClose } from "./actions/close.ts";
import { downloadOwnData } from "./actions/download.ts";
import { askNewEmail, confirmNewEmail } from "./actions/email.ts";
import { unlinkSignIn } from "./actions/linked.ts";
import {
  type AccountDeps,
  checkPasswordLink,
  confirmEmail,
  correctOwnEmail,
  mailConfirmation,
  mailOwnConfirmation,
  mailPasswordReset,
  mayMailConfirmation,
  ownAccount,
  renewConfirmation,
  resetPassword,
} from "./actions/links.ts";
import { renameAccount } from "./actions/name.ts";
import { ownerOf } from "./actions/owner.ts";
import { changePassword, endSessions } from "./actions/password.ts";
import { preferencesOf, savePreferences } from "./actions/preferences.ts";
import { subscription, unsubscribe } from "./actions/unsubscribe.ts";

/**
 * The calls about accounts: for people who aren't signed in, which never reveal whether an account exists, and for the account's
 * owner.
 */
export const accountRoutes = (deps: AccountDeps, backgroundWork: BackgroundWork) => [
  ...linkRoutes(deps, backgroundWork),
  ...settingsRoutes(deps),
];

function linkRoutes(deps: AccountDeps, backgroundWork: BackgroundWork) {
  const later = (work: () => Promise<void>) => {
    if (backgroundWork.begin(work)) return undefined;
    throw new Refusal("unavailable", "Touchline is busy. Try again in a moment.", { retryAfter: 5 });
  };
  return [
    onVisit(contract.forgotPassword, async (_visit, { body }) => later(() => mailPasswordReset(deps, body.email))),
    onVisit(contract.sendEmailConfirmation, async (_visit, { body }) =>
      later(() => mailConfirmation(deps, body.email)),
    ),
    onVisit(contract.checkPasswordLink, (_visit, { query }) => checkPasswordLink(deps, query.token)),
    onVisit(contract.resetPassword, async (_visit, { body }) => {
      await resetPassword(deps, body);
      return undefined;
    }),
    onVisit(contract.confirmEmail, async ({ identified, request }, { body }) => {
      await confirmEmail(deps, { appUserId: identified?.appUserId ?? null, address: request.ip }, body);
      return undefined;
    }),
    onVisit(subscriptions.getSubscription, (_visit, { query }) => subscription(deps, query.token)),
    onVisit(subscriptions.unsubscribe, async (_visit, { body }) => {
      await unsubscribe(deps, body.token);
      return undefined;
    }),

    onVisit(contract.renewConfirmation, async (_visit, { body }) => later(() => renewConfirmation(deps, body.token))),

    onVisit(contract.getOwnEmail, async (visit) => {
      const { email, emailConfirmed } = await ownAccount(deps, ownerOf(visit).appUserId);
      return { email, confirmed: emailConfirmed };
    }),
    onVisit(contract.resendOwnConfirmation, async (visit) => {
      const sub = ownerOf(visit).appUserId;
      await mayMailConfirmation(deps, sub);
      return later(() => mailOwnConfirmation(deps, sub, { firstName: null, join: null }));
    }),
    onVisit(contract.correctOwnEmail, async (visit, { body }) => {
      const sub = ownerOf(visit).appUserId;
      await correctOwnEmail(deps, sub, body.email);
      return later(() => mailOwnConfirmation(deps, sub, { firstName: null, join: null }));
    }),
  ];
}

function settingsRoutes(deps: AccountDeps) {
  return [
    onVisit(settings.getAccount, (visit) => readAccount(deps, ownerOf(visit))),

    onVisit(settings.renameAccount, async (visit, { body }) => ({
      renamed: await renameAccount(deps, ownerOf(visit), body),
    })),

    onVisit(settings.getPreferences, (visit) => preferencesOf(deps.tenancy, ownerOf(visit).appUserId)),

    onVisit(settings.savePreferences, (visit, { body }) =>
      savePreferences(deps.tenancy, visit.now, ownerOf(visit).appUserId, body),
    ),

    onVisit(settings.askNewEmail, async (visit, { body }) => {
      await askNewEmail(deps, ownerOf(visit), body);
      return undefined;
    }),

    onVisit(settings.forgetNewEmail, async (visit) => {
      await deps.identity.forgetEmail(ownerOf(visit).appUserId);
      return undefined;
    }),

    onVisit(settings.confirmNewEmail, (visit, { body }) => confirmNewEmail(deps, visit.identified, body.token)),

    onVisit(settings.changePassword, async (visit, { body }) => {
      await changePassword(deps, ownerOf(visit), body);
      return undefined;
    }),

    onVisit(settings.listSessions, (visit) => sessionsOfAccount(deps, visit.now, ownerOf(visit))),

    onVisit(settings.endAccountSession, async (visit, { params: { sessionId } }) => {
      const { appUserId } = ownerOf(visit);
      if (!(await isSessionOf(deps.tenancy, appUserId, sessionId))) throw notFound("session");
      await endSession(deps, visit.now, sessionId);
      return undefined;
    }),

    onVisit(settings.endSessions, async (visit, { body }) => {
      await endSessions(deps, ownerOf(visit), body.which);
      return undefined;
    }),

    onVisit(settings.downloadOwnData, (visit, { body }) => downloadOwnData(deps, ownerOf(visit), body.proof)),

    onVisit(settings.previewClosing, (visit) => previewClose(deps, ownerOf(visit))),

    onVisit(settings.closeAccount, async (visit, { body }) => {
      await closeAccount(deps, ownerOf(visit), body);
      return undefined;
    }),

    onVisit(partners.listLinkedSignIns, (visit) => deps.identity.linkedSignIns(ownerOf(visit).appUserId)),

    onVisit(partners.unlinkSignIn, async (visit, { params }) => {
      await unlinkSignIn(deps, ownerOf(visit), params.id);
      return undefined;
    }),
  ];
}
