import { serverNow } from "./clock.ts";

/**
 * The security state: the access token lives here, in memory, and nowhere else in the page; the refresh token stays with
 * the server, behind the session cookie. Source: specification 1, section 3.
 */
export interface Security {
  token: string | null;
  /** When the account signed in, in milliseconds since 1970. */
  authTime: number | null;
  /** The profile for which the token was issued. */
  profileId: string | null;
  /** Whether this browser is to be remembered; kept through every change of profile or organization. */
  remember: boolean;
  /** Whether it is known if someone is logged in. */
  isLoaded: boolean;
}

const nobody: Security = { token: null, authTime: null, profileId: null, remember: false, isLoaded: true };
let current: Security = { ...nobody, isLoaded: false };
const listeners = new Set<() => void>();

export function readSecurity(): Security {
  return current;
}

/** Calls back after every change. @returns the way to stop that. */
export function watchSecurity(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function become(next: Security): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Tokens came, by a login, a reload or a renewal. */
export function setToken(token: string, authTime: number, profileId: string | null, remember = current.remember): void {
  become({ token, authTime, profileId, remember, isLoaded: true });
}

/** Nobody is signed in: found so at the start, by a logout, or by an answer of 401. */
export function clearSecurity(): void {
  if (current.isLoaded && current.token === null) return;
  become(nobody);
}

/** It is not known who is signed in, until the session is asked for again. */
export function unloadSecurity(): void {
  become({ ...nobody, isLoaded: false });
}

/**
 * Loaded, a token exists, and the sign-in lies before now. Source: specification 1, section 4, login state.
 */
export function isLoggedIn(security: Security, now: number = serverNow()): boolean {
  return security.isLoaded && security.token !== null && security.authTime !== null && security.authTime < now;
}
