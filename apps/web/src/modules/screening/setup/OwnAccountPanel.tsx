import { useQuery } from "@tanstack/react-query";
import type { OnboardingState } from "@touchline/contract";
import {
  Badge,
  Button,
  IconCircleCheck,
  IconCircleDashed,
  IconHourglass,
  IconPencil,
  LoadingState,
  Notice,
  Panel,
  type Tone,
} from "@touchline/ui";
import { FetchFailed } from "../../../screening/FetchFailed.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { onboardingStatusQuery } from "./queries.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

export const applicationHref = "/account/organization/screening/yardstik";

const looks: Record<OnboardingState, { tone: Tone; icon: typeof IconPencil }> = {
  NotStarted: { tone: "none", icon: IconCircleDashed },
  InProgress: { tone: "needs", icon: IconPencil },
  Submitted: { tone: "waits", icon: IconHourglass },
  Activated: { tone: "done", icon: IconCircleCheck },
};

/** How far the account of the organization's own is set up. */
export function OnboardingBadge({ status }: { status: OnboardingState }) {
  const { tone, icon } = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {words.statusLabels[status]}
    </Badge>
  );
}

const acts: Record<OnboardingState, string> = {
  NotStarted: words.start,
  InProgress: words.resume,
  Submitted: words.viewApplication,
  Activated: words.viewApplication,
};

/** The way to an account of the organization's own, and how far it is. */
export function OwnAccountPanel() {
  const { organizationId } = useActiveProfile();
  const { data, error, refetch } = useQuery(onboardingStatusQuery(organizationId));
  return (
    <Panel title={words.ownAccount} badge={data && <OnboardingBadge status={data.status} />}>
      <div className={classes.body}>
        {error && !data && <FetchFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState label={words.loadingApplication} lines={2} />}
        {data?.refused && (
          <Notice tone="stop" title={words.refusedTitle}>
            {words.refusedHint}
          </Notice>
        )}
        {data && (
          <>
            <p className={classes.lead}>
              {data.status === "Activated"
                ? words.activatedHint
                : data.status === "Submitted"
                  ? words.submittedHint
                  : words.ownAccountAbout}
            </p>
            <div>
              <Button
                variant={data.status === "NotStarted" || data.status === "InProgress" ? "primary" : "secondary"}
                label={acts[data.status]}
                href={applicationHref}
              />
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
