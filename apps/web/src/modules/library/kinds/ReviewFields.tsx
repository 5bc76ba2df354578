import { Checkbox } from "@touchline/ui";

interface ReviewFieldsProps {
  settings: { reviewRequired: boolean; asksCompletionDate: boolean };
  change: (next: { reviewRequired?: boolean; asksCompletionDate?: boolean }) => void;
}

/** Whether somebody looks at submissions, and whether the member dates them: of kinds where the author says so. */
export function ReviewFields({ settings, change }: ReviewFieldsProps) {
  return (
    <>
      <Checkbox
        label="Somebody reviews each submission"
        description="Without a review it counts as soon as it is sent in."
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
