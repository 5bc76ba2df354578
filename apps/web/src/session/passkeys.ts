import { passkeySignInOptions } from "@touchline/contract/accounts/second-factor";
import { call, NotYet } from "../client.ts";
import { words } from "./words.ts";

type Options = { challenge: string };

/** Whether this browser has passkeys, and the page an address that they can belong to: a number is none. */
export const passkeysWork = () =>
  window.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(window.location.hostname);

/** What the browser's own dialog came to: an answer as JSON, null where it was closed, or why not. */
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

/** Has the person choose a passkey. @returns null when they did not. */
export async function askForPasskey(options: Options): Promise<string | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return answered(startAuthentication({ optionsJSON: options }));
}

/** Has the browser make a passkey. @returns null when the person did not want it. */
export async function makePasskey(options: Options): Promise<string | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return answered(
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] }),
  );
}

/** For the login page: the passkey identifies its owner. @returns null when none was chosen. */
export async function passkeyForSignIn(): Promise<string | null> {
  const { options } = await call(passkeySignInOptions);
  return askForPasskey(options);
}
