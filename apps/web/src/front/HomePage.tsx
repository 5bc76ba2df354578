import { Navigate } from "@tanstack/react-router";
import { useActiveProfile } from "../session/useActiveProfile.ts";

/** Home leads on by role: to one's own requirements, or to the dashboard of those who have one. */
export function HomePage() {
  const { tabs } = useActiveProfile();
  return <Navigate to={tabs.includes("Dashboard") ? "/dashboard" : "/requirements"} replace />;
}
