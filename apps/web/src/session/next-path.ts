/**
 * Where to go after a login: an address of this origin, from the query's `next`. Anything else leads home, so that no
 * link can send a person who has just logged in elsewhere.
 */
export function nextPath(next: unknown, origin: string = location.origin): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/";
  const url = URL.parse(next, origin);
  // "/.//elsewhere" is of this origin; what is left of it, "//elsewhere", is not once it is read again.
  if (url?.origin !== origin || /^\/(\/|(login|logout|select-profile)(\/|$))/.test(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The address of the login page that leads back to where one is. */
export function loginHref(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
