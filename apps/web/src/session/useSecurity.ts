import { useSyncExternalStore } from "react";
import { readSecurity, type Security, watchSecurity } from "./security.ts";

/** Returns the login state, and renders again when it changes. */
export function useSecurity(): Security {
  return useSyncExternalStore(watchSecurity, readSecurity);
}
