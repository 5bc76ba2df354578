import * as contract from "@touchline/contract/accounts/second-factor";
import type { FactorOwner } from "../../../adapters/identity/factors.ts";
import { unauthenticated } from "../../../errors.ts";
import { onVisit, type Visit } from "../../../http/mount.ts";
import { hasShownMore } from "../../../security/tokens.ts";
import * as actions from "./actions.ts";
import { demandsOn } from "./queries.ts";

/** @throws 401 for a token without a session, which can't be marked as having shown a factor. */
function askingOf({ identified, request }: Visit): FactorOwner {
  if (!identified?.sessionId) throw unauthenticated();
  return { sub: identified.appUserId, sid: identified.sessionId, amr: [...identified.amr], address: request.ip };
}

/** The calls about the second factors of the signed-in account. They work even while an organization waits for one. */
export function factorRoutes(deps: actions.FactorDeps) {
  const { factors } = deps.identity;
  return [
    onVisit(contract.passkeySignInOptions, async () => ({ options: await factors.signInOptions() })),

    onVisit(contract.listSecondFactors, async (visit) => {
      const { sub } = askingOf(visit);
      const [found, demandedBy] = await Promise.all([factors.list(sub), demandsOn(deps.tenancy, sub)]);
      return { ...found, shown: hasShownMore(visit.identified), demandedBy };
    }),

    onVisit(contract.passkeyProofOptions, async (visit) => ({
      options: await factors.proofOptions(askingOf(visit).sub),
    })),

    onVisit(contract.beginPasskey, (visit, { body }) => actions.beginPasskey(deps, askingOf(visit), body.proof)),
    onVisit(contract.finishPasskey, (visit, { body }) => actions.finishPasskey(deps, askingOf(visit), body)),
    onVisit(contract.renamePasskey, async (visit, { params, body }) => {
      await actions.renamePasskey(deps, askingOf(visit), params.id, body.name);
      return undefined;
    }),
    onVisit(contract.removePasskey, async (visit, { params, body }) => {
      await actions.removeFactor(deps, askingOf(visit), body.proof, params.id);
      return undefined;
    }),

    onVisit(contract.beginApp, (visit, { body }) => actions.beginApp(deps, askingOf(visit), body.proof)),
    onVisit(contract.finishApp, (visit, { body }) => actions.finishApp(deps, askingOf(visit), body)),
    onVisit(contract.removeApp, async (visit, { body }) => {
      await actions.removeFactor(deps, askingOf(visit), body.proof, null);
      return undefined;
    }),

    onVisit(contract.renewRecoveryCodes, (visit, { body }) =>
      actions.renewRecoveryCodes(deps, askingOf(visit), body.proof),
    ),
  ];
}
