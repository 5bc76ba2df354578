import { Outlet } from "@tanstack/react-router";
import { useActiveProfile } from "../session/useActiveProfile.ts";
import { NoAccess } from "./NoAccess.tsx";

/** The pages of a tab for whoever has it; anybody else is sent home, as there is nothing there for them. */
export function ForTab({ tab }: { tab: string }) {
  const { tabs } = useActiveProfile();
  return tabs.includes(tab) ? <Outlet /> : <NoAccess />;
}
