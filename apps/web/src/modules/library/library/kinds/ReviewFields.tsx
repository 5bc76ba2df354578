import { Checkbox } from "@touchline/ui";
import { words } from "../words.ts";
import { useRefusals } from "./refusals.ts";

interface ReviewFieldsProps {
  settings: { reviewRequired: boolean; asksCompletionDate: boolean };
  change: (next: { reviewRequired?: boolean; asksCompletionDate?: boolean }) => void;
}

/**
 * Whether submissions are reviewed, and whether the member enters the completion date, for kinds where the author
 * decides.
 */
export function ReviewFields({ settings, change }: ReviewFieldsProps) {
  const { reviewPolicies } = useRefusals();
  return (
    <>
      <Checkbox
        label={words.reviewSubmissions}
        description={reviewPolicies ?? words.reviewSubmissionsHint}
        disabled={reviewPolicies !== undefined}
        checked={settings.reviewRequired}
        onChange={(event) => change({ reviewRequired: event.target.checked })}
      />
      <Checkbox
        label={words.askCompletionDate}
        description={words.askCompletionDateHint}
        checked={settings.asksCompletionDate}
        onChange={(event) => change({ asksCompletionDate: event.target.checked })}
      />
    </>
  );
}
