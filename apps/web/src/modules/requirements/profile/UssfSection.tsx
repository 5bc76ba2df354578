import { ussfIdOf, ussfIdText } from "@touchline/rules/library/ussf";
import { TextInput } from "@touchline/ui";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { type Details, postUssfId } from "./queries.ts";
import { useSection } from "./useSection.ts";

/** The number by which U.S. Soccer knows a person. */
export function UssfSection({ details, profileLevelAccessId }: { details: Details; profileLevelAccessId: string }) {
  const { profileId, ussfId } = details;
  const section = useSection({
    profileId,
    saved: ussfId === null ? "" : ussfIdText(ussfId),
    check: (draft) => (ussfIdOf(draft) === null ? { ussfId: "A U.S. Soccer ID has 16 digits." } : null),
    save: (draft) => postUssfId(profileId, profileLevelAccessId, draft),
    said: "The U.S. Soccer ID was saved.",
  });
  return (
    <SavedPart title="U.S. Soccer ID" lead="On your license and in the U.S. Soccer Learning Center." part={section}>
      <TextInput
        label="U.S. Soccer ID"
        description="16 digits. Spaces and dashes are ignored."
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
