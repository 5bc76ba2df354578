import classes from "./Account.module.css";
import { LinkedSignInsPanel } from "./LinkedSignInsPanel.tsx";
import { PasswordPanel } from "./PasswordPanel.tsx";
import { SecondFactorPanel } from "./SecondFactorPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";

/** Ways to log in, and current sessions. */
export function SecuritySection() {
  return (
    <div className={classes.panels}>
      <PasswordPanel />
      <SecondFactorPanel />
      <LinkedSignInsPanel />
      <SessionsPanel />
    </div>
  );
}
