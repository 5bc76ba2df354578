import { useQuery } from "@tanstack/react-query";
import { Button, Notice } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { applicationHref } from "./OwnAccountPanel.tsx";
import { onboardingStatusQuery } from "./queries.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

/** On the dashboard of who sets up background checks: what is still to be done for them. */
export function SetUpNotice() {
  const { organizationId } = useActiveProfile();
  const { data } = useQuery(onboardingStatusQuery(organizationId));
  if (!data?.offered || data.status === "Activated") return null;
  if (data.status === "Submitted") return null;
  const isBegun = data.status === "InProgress";
  return (
    <div className={classes.setUp}>
      <Notice
        tone={data.refused ? "stop" : "needs"}
        title={data.refused ? words.refusedTitle : isBegun ? words.finishSetUp : words.beginSetUp}
        action={
          <Button small variant="secondary" label={isBegun ? words.resume : words.start} href={applicationHref} />
        }
      >
        {words.dashboardHint}
      </Notice>
    </div>
  );
}
