import { LinkedSignInsPanel } from "./LinkedSignInsPanel.tsx";
import { PasswordPanel } from "./PasswordPanel.tsx";
import { SecondFactorPanel } from "./SecondFactorPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";

/** How one gets in, and where one is in. */
export function SecuritySection() {
  return (
    <>
      <PasswordPanel />
      <SecondFactorPanel />
      <LinkedSignInsPanel />
      <SessionsPanel />
    </>
  );
}
