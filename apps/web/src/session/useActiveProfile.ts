import type { activeProfile } from "@touchline/contract/accounts/organizations";
import { createContext, use } from "react";
import type { z } from "zod";

/** The acting profile with its organization, roles, tabs, memberships, and children. */
export type ActiveProfile = z.output<typeof activeProfile>;

export const ActiveProfileContext = createContext<ActiveProfile | null>(null);

/** Returns the acting profile, for every page inside the shell. */
export function useActiveProfile(): ActiveProfile {
  const profile = use(ActiveProfileContext);
  if (!profile) throw new Error("useActiveProfile is for pages inside the shell");
  return profile;
}
