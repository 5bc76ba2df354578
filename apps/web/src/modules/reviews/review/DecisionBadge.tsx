import type { ReviewDecision } from "@touchline/contract";
import { Badge, IconBan, IconCircleCheck, IconHourglass, IconRefresh, type Tone } from "@touchline/ui";

const shown: Record<ReviewDecision, { label: string; tone: Tone; icon: typeof IconBan }> = {
  Pending: { label: "Awaiting review", tone: "waits", icon: IconHourglass },
  Approved: { label: "Approved", tone: "done", icon: IconCircleCheck },
  RejectedReset: { label: "Changes requested", tone: "needs", icon: IconRefresh },
  RejectedDisqualified: { label: "Disqualified", tone: "stop", icon: IconBan },
};

/** What a reviewer decided, by colour, icon and word. */
export function DecisionBadge({ decision }: { decision: ReviewDecision }) {
  const { label, tone, icon } = shown[decision];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
