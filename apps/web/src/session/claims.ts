/**
 * The claims of an access token that the page reads. Only the server decides what anyone may do. Source: specification 1,
 * section 3.
 */
export interface Claims {
  sub: string;
  /** Both are in seconds since 1970. */
  exp: number;
  authTime: number;
  email: string;
  userName: string;
  firstName: string;
  lastName: string;
  roles: string[];
  /** The tabs of the navigation. */
  tabs: string[];
  /** Whether the current version was accepted when the token was issued. */
  privacyAccepted: boolean;
  termsAccepted: boolean;
  currentProfileId: string | null;
  /** The authentication methods of the login (RFC 8176). */
  amr: string[];
  /** The ID that all tokens of one login have in common. */
  sessionId: string | null;
}

const text = (claim: unknown) => (typeof claim === "string" ? claim : "");
const texts = (claim: unknown) => [claim].flat().filter((one) => typeof one === "string");

/** Reads the claims of a token. The signature is checked by the server only. @returns null if it isn't a token. */
export function readClaims(token: string): Claims | null {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const { sub, exp, auth_time: authTime } = claims;
    if (typeof sub !== "string" || typeof exp !== "number" || typeof authTime !== "number") return null;
    const profileId = claims.CurrentProfileId;
    return {
      sub,
      exp,
      authTime,
      email: text(claims["User/Email"]),
      userName: text(claims["User/UserName"]),
      firstName: text(claims["User/FirstName"]),
      lastName: text(claims["User/LastName"]),
      roles: texts(claims["User/Role"]),
      tabs: texts(claims["User/Tabs"]),
      privacyAccepted: claims["User/PrivacyAccepted"] === true,
      termsAccepted: claims["User/TermsAccepted"] === true,
      currentProfileId: typeof profileId === "string" ? profileId : null,
      amr: [claims.amr].flat().filter((one) => typeof one === "string"),
      sessionId: typeof claims.sid === "string" ? claims.sid : null,
    };
  } catch {
    return null;
  }
}
