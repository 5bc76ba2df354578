import { Button, Notice } from "@touchline/ui";
import { useSyncExternalStore } from "react";
import { readOtherTab, stayInThisTab, watchOtherTab } from "../session/other-tabs.ts";
import type { ProfileSummary } from "../session/people.ts";
import { useActiveProfile } from "../session/useActiveProfile.ts";
import classes from "./OtherTab.module.css";
import type { Switch } from "./shell.ts";
import { words } from "./words.ts";

interface OtherTabProps {
  people: readonly ProfileSummary[];
  onSwitch: (to: Switch) => void;
}

/** Another tab went on as another profile: said here, with the choice to do so too. */
export function OtherTab({ people, onSwitch }: OtherTabProps) {
  const profileId = useSyncExternalStore(watchOtherTab, readOtherTab);
  const active = useActiveProfile();
  const other = people.find((one) => one.profileId === profileId);
  if (!other || other.profileId === active.profileId) return null;
  return (
    <div className={classes.place}>
      <Notice
        tone="waits"
        title={words.otherTabTitle({ organizationName: other.organizationName })}
        action={
          <span className={classes.choices}>
            <Button
              small
              label={words.switchThisTab}
              onClick={() => onSwitch({ profileId: other.profileId, href: "/" })}
            />
            <Button small variant="secondary" label={words.stay} onClick={stayInThisTab} />
          </span>
        }
      >
        {words.otherTabHelp({ organizationName: active.organizationName })}
      </Notice>
    </div>
  );
}
