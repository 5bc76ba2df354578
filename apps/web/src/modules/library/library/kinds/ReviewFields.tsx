import { Checkbox } from "@touchline/ui";
import { useRefusals } from "./refusals.ts";

interface ReviewFieldsProps {
  settings: { reviewRequired: boolean; asksCompletionDate: boolean };
  change: (next: { reviewRequired?: boolean; asksCompletionDate?: boolean }) => void;
}

/** Whether somebody looks at submissions, and whether the member dates them: of kinds where the author says so. */
export function ReviewFields({ settings, change }: ReviewFieldsProps) {
  const { reviewPolicies } = useRefusals();
  return (
    <>
      <Checkbox
        label="Somebody reviews each submission"
        description={reviewPolicies ?? "Without a review it counts as soon as it is sent in."}
        disabled={reviewPolicies !== undefined}
        checked={settings.reviewRequired}
        onChange={(event) => change({ reviewRequired: event.target.checked })}
      />
      <Checkbox
        label="The member says on which day it was completed"
        description="Without this, the day on which it is sent in counts."
        checked={settings.asksCompletionDate}
        onChange={(event) => change({ asksCompletionDate: event.target.checked })}
      />
    </>
  );
}
