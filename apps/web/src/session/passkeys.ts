import { passkeySignInOptions } from "@touchline/contract/accounts/second-factor";
import { call, NotYet } from "../client.ts";
import { words } from "./words.ts";

type Options = { challenge: string };

/** Tests whether the browser supports passkeys and the page has a host name. Passkeys can't belong to an IP address. */
export const passkeysWork = () =>
  window.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(window.location.hostname);

/**
 * Waits for the browser's dialog.
 *
 * @returns the answer as JSON, or null if the dialog was closed.
 * @throws NotYet for other failures.
 */
async function answered(asking: Promise<unknown>): Promise<string | null> {
  try {
    return JSON.stringify(await asking);
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "NotAllowedError" || name === "AbortError") return null;
    if (name === "InvalidStateError") throw new NotYet(words.passkeyExists);
    throw new NotYet(words.passkeyFailed);
  }
}

/** Lets the person choose a passkey. @returns null if they didn't. */
export async function askForPasskey(options: Options): Promise<string | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return answered(startAuthentication({ optionsJSON: options }));
}

/** Lets the browser create a passkey. @returns null if the person didn't want it. */
export async function makePasskey(options: Options): Promise<string | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return answered(
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] }),
  );
}

/** Asks for a passkey on the login page, which identifies its owner. @returns null if none was chosen. */
export async function passkeyForSignIn(): Promise<string | null> {
  const { options } = await call(passkeySignInOptions);
  return askForPasskey(options);
}
