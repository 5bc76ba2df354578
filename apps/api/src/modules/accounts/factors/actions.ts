import { waitInWords } from "@touchline/contract/wait";
import type { FactorChange, FactorOwner, FactorProblem, OwnerProof } from "../../../adapters/identity/factors.ts";
import type { IdentityPort } from "../../../adapters/identity/port.ts";
import type { Adapters } from "../../../call.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { conflict, forbidden, invalid, notFound, Refusal } from "../../../errors.ts";
import { type FactorMail, sendAccountMail } from "../../messages/index.ts";
import { renewSoon } from "../sessions/actions/renew-soon.ts";
import { demandsOn } from "./queries.ts";

export type FactorDeps = { identity: IdentityPort; tenancy: Tenancy; adapters: Adapters; now: () => Date };

type Answer = object | { problem: FactorProblem } | { problem: "wait"; retryAfter: number };
type Good<One> = Exclude<One, { problem: unknown }>;
type Words = { wrong: string; taken?: string; none?: string; last?: string };

const wrongProof = "Wrong password, or your passkey didn't respond. Try again.";

/** Refuses changes to how an account is signed in to, if the account has a second factor that this session hasn't shown. */
export const showFirst = () =>
  forbidden("You logged in with a password only. Log in with your second factor first.", "showFirst");

/** Returns the identity service's answer, or throws its refusal as a sentence. @throws Refusal */
function good<One extends Answer>(answer: One, words: Words): Good<One> {
  if (!("problem" in answer)) return answer as Good<One>;
  const { problem } = answer as { problem: FactorProblem | "wait"; retryAfter?: number };
  switch (problem) {
    case "wait": {
      const { retryAfter = 60 } = answer as { retryAfter?: number };
      throw new Refusal("tooMany", `Too many attempts. Try again in ${waitInWords(retryAfter)}.`, { retryAfter });
    }
    case "showFirst":
      throw showFirst();
    case "noPassword":
      throw conflict(
        "Your account has no password. Log out, choose “Forgot password?” to set one, then come back.",
        "noPassword",
      );
    case "unconfirmed":
      throw conflict("Confirm your email address first. Open the link in the email we sent you.", "unconfirmed");
    case "lastWayIn":
      throw conflict(
        "This passkey is your only way in. Add another one, or log out and choose “Forgot password?” to set a password.",
        "lastWayIn",
      );
    case "taken":
      throw conflict(words.taken ?? "This was already added.", "taken");
    case "tooMany":
      throw conflict("You have 20 already. Remove one that you no longer use.", "tooMany");
    case "last":
      throw conflict(words.last ?? "This is your last second factor, so you can't remove it.", "last");
    case "none":
      throw words.none ? conflict(words.none, "none") : notFound("factor");
    default:
      throw invalid("proof", words.wrong);
  }
}

/** Tells the account's owner by mail. */
function mailOwner(
  { tenancy, adapters, now }: FactorDeps,
  sub: string,
  { address, name }: FactorChange,
  what: FactorMail,
) {
  return tenancy.runShared((db) =>
    sendAccountMail(
      { db, now: now(), adapters },
      {
        kind: "secondFactor",
        fields: { what, name, path: "/account/settings?section=security" },
        to: address,
        appUserId: sub,
      },
    ),
  );
}

/** Emails the owner about a new factor, and has this browser's tokens renewed so that they say it was shown. */
async function added(deps: FactorDeps, { sub, sid }: FactorOwner, change: FactorChange, what: FactorMail) {
  await renewSoon(deps.tenancy, deps.now(), { appUserId: sub, tokenSession: sid });
  await mailOwner(deps, sub, change, what);
  return { recoveryCodes: change.recoveryCodes };
}

/**
 * Checks the password or a passkey again, before an action that nobody else may take on a screen that was left open.
 *
 * @throws 400 when it is wrong; 403 `showFirst`; 409 `noPassword`; 429 after too many tries, which count as failed sign-ins.
 */
export async function proveOwner({ identity }: Pick<FactorDeps, "identity">, asking: FactorOwner, proof: OwnerProof) {
  const wrong = "password" in proof ? "This isn't your current password." : "The passkey didn't respond. Try again.";
  good(await identity.factors.prove(asking, proof), { wrong });
}

export async function beginPasskey({ identity }: FactorDeps, asking: FactorOwner, proof: OwnerProof) {
  return good(await identity.factors.beginPasskey(asking, proof), { wrong: wrongProof });
}

export async function finishPasskey(deps: FactorDeps, asking: FactorOwner, input: { response: string; name: string }) {
  const change = good(await deps.identity.factors.finishPasskey(asking, input.response, input.name), {
    wrong: "That took too long, or the passkey isn't for this site. Start again.",
    taken: "This passkey already belongs to an account.",
  });
  return added(deps, asking, change, "passkeyAdded");
}

export async function renamePasskey({ identity }: FactorDeps, asking: FactorOwner, passkeyId: string, name: string) {
  good(await identity.factors.renamePasskey(asking, passkeyId, name), { wrong: wrongProof });
}

export async function beginApp({ identity }: FactorDeps, asking: FactorOwner, proof: OwnerProof) {
  return good(await identity.factors.beginApp(asking, proof), {
    wrong: wrongProof,
    taken: "You already have an authenticator app. Remove it to set up another one.",
  });
}

export async function finishApp(deps: FactorDeps, asking: FactorOwner, input: { totpId: string; code: string }) {
  const change = good(await deps.identity.factors.finishApp(asking, input.totpId, input.code), {
    wrong: "Wrong code. Enter the code the app shows now.",
    none: "That took too long. Start again.",
  });
  return added(deps, asking, change, "appAdded");
}

/**
 * Removes a passkey, or the app (null).
 *
 * @throws Conflict for the last one where an organization demands one.
 */
export async function removeFactor(
  deps: FactorDeps,
  asking: FactorOwner,
  proof: OwnerProof,
  passkeyId: string | null,
): Promise<void> {
  const demanding = await demandsOn(deps.tenancy, asking.sub);
  const what = { passkeyId, keepOne: demanding.length > 0 };
  const change = good(await deps.identity.factors.remove(asking, proof, what), {
    wrong: wrongProof,
    last: `${demanding.join(" and ")} requires a second factor. Add another one before you remove this one.`,
  });
  await mailOwner(deps, asking.sub, change, passkeyId === null ? "appRemoved" : "passkeyRemoved");
}

export async function renewRecoveryCodes(deps: FactorDeps, asking: FactorOwner, proof: OwnerProof) {
  const change = good(await deps.identity.factors.renewRecoveryCodes(asking, proof), {
    wrong: wrongProof,
    none: "Add a passkey or an authenticator app first.",
  });
  await mailOwner(deps, asking.sub, change, "codesRenewed");
  return { recoveryCodes: change.recoveryCodes ?? [] };
}
