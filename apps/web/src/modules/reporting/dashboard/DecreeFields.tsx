import { DateInput, Select, TextInput } from "@touchline/ui";
import { dayIn } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";

/** What is to count how long, and why; as typed. */
export interface Decree {
  contentId: string | null;
  /** `YYYY-MM-DD` or empty. */
  validUntil: string;
  reason: string;
}

interface DecreeFieldsProps {
  contents: readonly { contentId: string; name: string }[];
  value: Decree;
  onChange: (value: Decree) => void;
}

/** Which requirement counts through which day for those who were chosen. */
export function DecreeFields({ contents, value, onChange }: DecreeFieldsProps) {
  const { organization } = useActiveProfile();
  const today = dayIn(new Date(serverNow()).toISOString(), organization.timeZone);
  const set = (change: Partial<Decree>) => onChange({ ...value, ...change });
  return (
    <>
      <Select
        label="Requirement"
        placeholder="Choose a requirement"
        data-autofocus
        searchable={contents.length > 10}
        allowDeselect={false}
        data={contents.map((one) => ({ value: one.contentId, label: one.name }))}
        value={value.contentId}
        onChange={(contentId) => set({ contentId })}
      />
      <DateInput
        label="Counts through"
        description="The last valid day. Later expiration dates are kept."
        value={value.validUntil}
        min={today}
        onChange={(event) => set({ validUntil: event.currentTarget.value })}
      />
      <TextInput
        label="Reason"
        description="Kept in each one's history."
        maxLength={500}
        value={value.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </>
  );
}
