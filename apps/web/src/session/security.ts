import { serverNow } from "./clock.ts";

/**
 * The login state. The access token lives here, in memory, and nowhere else in the page. The refresh token stays with the
 * server, behind the session cookie. Source: specification 1, section 3.
 */
export interface Security {
  token: string | null;
  /** When the account logged in, in milliseconds since 1970. */
  authTime: number | null;
  /** The profile for which the token was issued. */
  profileId: string | null;
  /** Whether to stay logged in. It stays the same when the profile or organization changes. */
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

/** Calls the listener after every change. @returns a function that unsubscribes. */
export function watchSecurity(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function become(next: Security): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Stores new tokens after a login, a reload, or a renewal. */
export function setToken(token: string, authTime: number, profileId: string | null, remember = current.remember): void {
  become({ token, authTime, profileId, remember, isLoaded: true });
}

/** Records that no one is logged in: at the start, after a logout, or after a 401. */
export function clearSecurity(): void {
  if (current.isLoaded && current.token === null) return;
  become(nobody);
}

/** Records that it isn't known who is logged in, until the session is requested again. */
export function unloadSecurity(): void {
  become({ ...nobody, isLoaded: false });
}

/**
 * Tests whether the state is loaded, there is a token, and the login lies in the past. Source: specification 1, section 4,
 * login state.
 */
export function isLoggedIn(security: Security, now: number = serverNow()): boolean {
  return security.isLoaded && security.token !== null && security.authTime !== null && security.authTime < now;
}
