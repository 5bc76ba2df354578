import { useSyncExternalStore } from "react";
import { readSecurity, type Security, watchSecurity } from "./security.ts";

/** Who is signed in, kept up to date. */
export function useSecurity(): Security {
  return useSyncExternalStore(watchSecurity, readSecurity);
}
