// Of the identity service's own tests: a passkey in software.
export { anAuthenticator } from "../../identity/test/authenticator.ts";
