import { DateInput, Select, TextInput } from "@touchline/ui";
import { dayIn } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { words } from "./words.ts";

/** The typed values: the requirement, the last valid day, and the reason. */
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

/** Extends a requirement for the selected memberships through a day. */
export function DecreeFields({ contents, value, onChange }: DecreeFieldsProps) {
  const { organization } = useActiveProfile();
  const today = dayIn(new Date(serverNow()).toISOString(), organization.timeZone);
  const set = (change: Partial<Decree>) => onChange({ ...value, ...change });
  return (
    <>
      <Select
        label={words.requirement}
        placeholder={words.chooseRequirement}
        data-autofocus
        searchable={contents.length > 10}
        allowDeselect={false}
        data={contents.map((one) => ({ value: one.contentId, label: one.name }))}
        value={value.contentId}
        onChange={(contentId) => set({ contentId })}
      />
      <DateInput
        label={words.lastDay}
        description={words.lastDayHint}
        value={value.validUntil}
        min={today}
        onChange={(event) => set({ validUntil: event.currentTarget.value })}
      />
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        maxLength={500}
        value={value.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </>
  );
}
