import type { ReviewDecision } from "@touchline/contract";
import { Badge, IconBan, IconCircleCheck, IconHourglass, IconRefresh, type Tone } from "@touchline/ui";
import { words } from "./words.ts";

const badges: Record<ReviewDecision, { label: string; tone: Tone; icon: typeof IconBan }> = {
  Pending: { label: words.awaitingReview, tone: "waits", icon: IconHourglass },
  Approved: { label: words.approved, tone: "done", icon: IconCircleCheck },
  RejectedReset: { label: words.changesRequested, tone: "needs", icon: IconRefresh },
  RejectedDisqualified: { label: words.disqualified, tone: "stop", icon: IconBan },
};

/** A reviewer's decision as a badge with a color, an icon, and a word. */
export function DecisionBadge({ decision }: { decision: ReviewDecision }) {
  const { label, tone, icon } = badges[decision];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
