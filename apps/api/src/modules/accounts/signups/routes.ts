import * as contract from "@touchline/contract/accounts/signup-urls";
import { getNextStepFromToken, registerAccount } from "@touchline/contract/joining/invitations";
import { on, onErrand, onVisit } from "../../../http/mount.ts";
import { nextStep, register, type SignupDeps } from "./actions/link.ts";
import { posterOf, renderPoster } from "./actions/poster.ts";
import { listSignupUrls, makeSignupUrl, revokeSignupUrl } from "./actions/urls.ts";

/** The calls of people who sign up by either kind of link, and of people who share sign-up links. */
export function signupRoutes(deps: SignupDeps) {
  return [
    onVisit(getNextStepFromToken, (visit, { query }) => {
      // The address contains the token, so it isn't passed on and isn't cached.
      visit.reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
      return nextStep(visit, deps, query.token);
    }),
    onVisit(registerAccount, (visit, { body }) => register(visit, deps, body)),

    on(contract.createSignupUrl, (call, { body }) => makeSignupUrl(call, body)),
    on(contract.listSignupUrls, (call, { params, query }) => listSignupUrls(call, params.id, query)),
    on(contract.revokeSignupUrl, async (call, { params }) => {
      await revokeSignupUrl(call, params.id);
      return undefined;
    }),
    onErrand(contract.downloadPoster, {
      begin: async (call, { params, query }) => ({ poster: await posterOf(call, params.id), size: query.size }),
      act: ({ poster, size }) => renderPoster(poster, size),
      finish: async (_call, _input, file) => file,
    }),
  ];
}
