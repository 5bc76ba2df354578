/** What the page reads of an access token; the server alone decides what anyone may do. Source: specification 1, section 3. */
export interface Claims {
  sub: string;
  /** Both in seconds since 1970. */
  exp: number;
  authTime: number;
  email: string;
  roles: string[];
  currentProfileId: string | null;
  /** What the sign-in has shown (RFC 8176). */
  amr: string[];
  /** What all tokens of one sign-in have in common. */
  sessionId: string | null;
}

/** The claims of a token, or null when it is none. Its signature is the server's to check. */
export function readClaims(token: string): Claims | null {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const { sub, exp, auth_time: authTime } = claims;
    if (typeof sub !== "string" || typeof exp !== "number" || typeof authTime !== "number") return null;
    const profileId = claims.CurrentProfileId;
    const email = claims["User/Email"];
    return {
      sub,
      exp,
      authTime,
      email: typeof email === "string" ? email : "",
      roles: [claims["User/Role"]].flat().filter((role) => typeof role === "string"),
      currentProfileId: typeof profileId === "string" ? profileId : null,
      amr: [claims.amr].flat().filter((one) => typeof one === "string"),
      sessionId: typeof claims.sid === "string" ? claims.sid : null,
    };
  } catch {
    return null;
  }
}
