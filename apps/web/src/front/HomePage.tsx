import { GoTo } from "../GoTo.tsx";
import { useActiveProfile } from "../session/useActiveProfile.ts";

/** Home leads on by role: to one's own requirements, or to the dashboard of those who have one. */
export function HomePage() {
  const { tabs } = useActiveProfile();
  return <GoTo href={tabs.includes("Dashboard") ? "/dashboard" : "/requirements"} />;
}
