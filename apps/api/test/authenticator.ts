// The software passkey of the identity service's tests.
export { anAuthenticator } from "../../identity/test/authenticator.ts";
