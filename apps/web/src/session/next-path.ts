/**
 * Returns where to go after a login: the path in the query's `next`, if it has this origin. Anything else leads to the home
 * page, so that no link can redirect a person elsewhere right after a login.
 */
export function nextPath(next: unknown, origin: string = location.origin): string {
  if (typeof next !== "string" || !next.startsWith("/")) return "/";
  const url = URL.parse(next, origin);
  // "/.//elsewhere" has this origin, but its path, "//elsewhere", would be read as another host.
  if (url?.origin !== origin || /^\/(\/|(login|logout|select-profile)(\/|$))/.test(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the address of the login page that leads back to the current page. */
export function loginHref(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}
