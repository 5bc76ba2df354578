import { useQueryClient } from "@tanstack/react-query";
import { overallStatusLabels } from "@touchline/contract";
import { IconChevronDown, LoadingState, OverallStatusBadge, Popover } from "@touchline/ui";
import { lazy, Suspense } from "react";
import type { MemberRow } from "./queries.ts";
import classes from "./WhyStatus.module.css";
import { words } from "./words.ts";

/** Most visitors don't open the reasons, so their code is fetched when the pointer comes near. */
const loadReasons = () => import("./StatusReasons.tsx");
const StatusReasons = lazy(() => loadReasons().then((file) => ({ default: file.StatusReasons })));

export interface WhyStatusProps {
  member: MemberRow;
  /** The organization's time zone. */
  zone: string;
}

/** Shows a membership's status and, on hover or click, the reasons for it. */
export function WhyStatus({ member, zone }: WhyStatusProps) {
  const client = useQueryClient();
  const { overallStatus, fullName, profileLevelAccessId } = member;
  const status = overallStatusLabels[overallStatus];
  return (
    <Popover
      trigger={
        <span className={classes.trigger}>
          <OverallStatusBadge status={overallStatus} />
          <IconChevronDown aria-hidden="true" size={16} />
        </span>
      }
      triggerLabel={words.whyTrigger({ status, name: fullName })}
      title={words.memberAt({ name: fullName, role: member.labelName, level: member.levelName })}
      onHover
      onIntent={() =>
        void loadReasons().then(
          ({ reasonsQuery }) => client.prefetchQuery(reasonsQuery(profileLevelAccessId)),
          // Opening it tries again, and says what is wrong.
          () => undefined,
        )
      }
    >
      {() => (
        <Suspense fallback={<LoadingState label={words.loadingReasons} lines={3} />}>
          <StatusReasons member={member} zone={zone} />
        </Suspense>
      )}
    </Popover>
  );
}
