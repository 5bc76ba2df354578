import type { AnyRouter } from "@tanstack/react-router";

/** The pattern of the page that is open, without the ids of its address; null for an address that leads nowhere. */
export const routeOf = (router: AnyRouter): string | null => router.state.matches.at(-1)?.fullPath ?? null;
