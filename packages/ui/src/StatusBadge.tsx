import type { Icon } from "@tabler/icons-react";
import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import { overallStatusLabels, requirementStatusLabels } from "@touchline/contract";
import {
  IconAlertTriangle,
  IconBan,
  IconCalendarDue,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClipboardCheck,
  IconClockExclamation,
  IconHourglass,
  IconMailQuestion,
  IconUserPlus,
} from "./icons.ts";
import classes from "./StatusBadge.module.css";
import { overallTones, requirementTones, type Tone } from "./status.ts";

export const requirementIcons: Record<RequirementStatus, Icon> = {
  0: IconCircleDashed,
  1: IconUserPlus,
  2: IconHourglass,
  3: IconCircleCheck,
  4: IconClockExclamation,
  5: IconCircleX,
  6: IconCalendarDue,
  7: IconClipboardCheck,
  8: IconBan,
};

export const overallIcons: Record<OverallStatus, Icon> = {
  Cleared: IconCircleCheck,
  Incomplete: IconAlertTriangle,
  NoRequirements: IconCircleMinus,
  Optional: IconCircleDashed,
  NotActivated: IconUserPlus,
  Disqualified: IconBan,
  NotConfirmed: IconMailQuestion,
};

/** A status with its color, icon, and text. */
export function Badge(props: { tone: Tone; icon: Icon; large?: boolean; children: string }) {
  const { tone, icon: Picture, large = false, children } = props;
  return (
    <span className={classes.badge} data-tone={tone} data-large={large || undefined}>
      <Picture className={classes.icon} stroke={2} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

/** The status of one requirement. */
export function RequirementStatusBadge({ status }: { status: RequirementStatus }) {
  return (
    <Badge tone={requirementTones[status]} icon={requirementIcons[status]}>
      {requirementStatusLabels[status]}
    </Badge>
  );
}

/** The overall status of a membership. Large if the page is about it. */
export function OverallStatusBadge({ status, large = false }: { status: OverallStatus; large?: boolean }) {
  return (
    <Badge tone={overallTones[status]} icon={overallIcons[status]} large={large}>
      {overallStatusLabels[status]}
    </Badge>
  );
}
