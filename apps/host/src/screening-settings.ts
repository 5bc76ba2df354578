import { noScreening, type ScreeningSettings } from "@touchline/api/adapters/screening/settings";
import { credentials, simulatedPrefix } from "@touchline/simulator/credentials";

type Read = (name: string) => string | null;

/**
 * Reads the keys and addresses of background check providers. One whose key isn't set isn't offered to anybody.
 *
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readScreening(read: Read): ScreeningSettings {
  const yardstikKey = read("YARDSTIK_API_KEY");
  const checkrKey = read("CHECKR_API_KEY");
  return {
    yardstik:
      yardstikKey === null
        ? null
        : {
            ...placeOf(yardstikKey, readUrl(read, "YARDSTIK_URL") ?? "https://api.yardstik.com"),
            apiKey: yardstikKey,
            signatureKey: read("YARDSTIK_SIGNATURE_KEY"),
          },
    checkr:
      checkrKey === null
        ? null
        : {
            ...placeOf(checkrKey, readUrl(read, "CHECKR_URL") ?? "https://api.checkr.com"),
            apiKey: checkrKey,
            signatureKey: read("CHECKR_SIGNATURE_KEY") ?? checkrKey,
          },
    sterling: readSterling(read),
  };
}

function readSterling(read: Read): ScreeningSettings["sterling"] {
  const clientId = read("STERLING_CLIENT_ID");
  const clientSecret = read("STERLING_CLIENT_SECRET");
  const url = readUrl(read, "STERLING_URL");
  if (clientId === null && clientSecret === null) return null;
  if (clientId === null || clientSecret === null || url === null) {
    throw new Error("Set all of STERLING_CLIENT_ID, STERLING_CLIENT_SECRET, and STERLING_URL, or none of them.");
  }
  const user = read("STERLING_CALLBACK_USER");
  const password = read("STERLING_CALLBACK_PASSWORD");
  if ((user === null) !== (password === null)) {
    throw new Error("Set both STERLING_CALLBACK_USER and STERLING_CALLBACK_PASSWORD, or neither.");
  }
  return {
    ...placeOf(clientSecret, url),
    clientId,
    clientSecret,
    tokenUrl: readUrl(read, "STERLING_TOKEN_URL") ?? `${url}/oauth/token`,
    callback: user === null || password === null ? null : { user, password },
  };
}

const placeOf = (key: string, url: string) => ({ url, simulated: key.startsWith(simulatedPrefix) });

const onThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Keys travel to these addresses, so only this machine is reached without encryption. */
export function readUrl(read: Read, name: string): string | null {
  const text = read(name);
  if (text === null) return null;
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && onThisMachine.test(url.hostname));
  if (url && isSafe && !url.search && !url.hash && !url.username) return url.href.replace(/\/+$/, "");
  throw new Error(`${name} is "${text}". Use a web address that starts with https://.`);
}

/** The providers as the simulator at an address plays them; none without it. */
export function simulatedScreening(simulatorUrl: string | null): ScreeningSettings {
  if (simulatorUrl === null) return noScreening;
  const { yardstik, checkr, sterling } = credentials;
  return {
    yardstik: { url: `${simulatorUrl}/yardstik`, simulated: true, ...yardstik },
    checkr: { url: `${simulatorUrl}/checkr`, simulated: true, apiKey: checkr.apiKey, signatureKey: checkr.apiKey },
    sterling: {
      url: `${simulatorUrl}/sterling`,
      simulated: true,
      clientId: sterling.clientId,
      clientSecret: sterling.clientSecret,
      tokenUrl: `${simulatorUrl}/sterling/oauth/token`,
      callback: { user: sterling.callbackUser, password: sterling.callbackPassword },
    },
  };
}
