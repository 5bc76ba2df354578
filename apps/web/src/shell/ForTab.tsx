import { Outlet } from "@tanstack/react-router";
import { GoTo } from "../GoTo.tsx";
import { useActiveProfile } from "../session/useActiveProfile.ts";

/** The pages of a tab for whoever has it; anybody else is sent home, as there is nothing there for them. */
export function ForTab({ tab }: { tab: string }) {
  const { tabs } = useActiveProfile();
  return tabs.includes(tab) ? <Outlet /> : <GoTo href="/" />;
}
