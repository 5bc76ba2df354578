/** What the page reads of an access token; the server alone decides what anyone may do. Source: specification 1, section 3. */
export interface Claims {
  sub: string;
  /** Both in seconds since 1970. */
  exp: number;
  authTime: number;
  email: string;
  userName: string;
  firstName: string;
  lastName: string;
  roles: string[];
  /** Which entries the navigation has. */
  tabs: string[];
  /** Whether the version in force was accepted when the token was issued. */
  privacyAccepted: boolean;
  termsAccepted: boolean;
  currentProfileId: string | null;
  /** What all tokens of one sign-in have in common. */
  sessionId: string | null;
}

const text = (claim: unknown) => (typeof claim === "string" ? claim : "");
const texts = (claim: unknown) => [claim].flat().filter((one) => typeof one === "string");

/** The claims of a token, or null when it is none. Its signature is the server's to check. */
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
      sessionId: typeof claims.sid === "string" ? claims.sid : null,
    };
  } catch {
    return null;
  }
}
