import { ussfIdOf, ussfIdText } from "@touchline/rules/library/ussf";
import { TextInput } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { type Details, postUssfId } from "./queries.ts";
import { useSection } from "./useSection.ts";
import { words } from "./words.ts";

/** The number by which U.S. Soccer knows a person. */
export function UssfSection({ details, profileLevelAccessId }: { details: Details; profileLevelAccessId: string }) {
  const { profileId, ussfId } = details;
  const section = useSection({
    profileId,
    saved: ussfId === null ? "" : ussfIdText(ussfId),
    check: (draft) => (ussfIdOf(draft) === null ? { ussfId: words.ussfIdInvalid } : null),
    save: (draft) => postUssfId(profileId, profileLevelAccessId, draft),
    notice: words.ussfIdSaved,
  });
  return (
    <SavedPart title={words.usSoccerId} lead={words.ussfIdLead} part={section}>
      <TextInput
        label={words.usSoccerId}
        description={words.ussfIdHelp}
        inputMode="numeric"
        autoComplete="off"
        maxLength={60}
        value={section.value}
        onChange={(event) => section.change(event.target.value)}
        error={section.errors.ussfId}
      />
    </SavedPart>
  );
}
