import { Outlet } from "@tanstack/react-router";
import { useActiveProfile } from "../session/useActiveProfile.ts";
import { NoAccess } from "./NoAccess.tsx";

/** The pages of a tab, for people who have it. Others are sent to the home page, because nothing there is for them. */
export function ForTab({ tab }: { tab: string }) {
  const { tabs } = useActiveProfile();
  return tabs.includes(tab) ? <Outlet /> : <NoAccess />;
}
