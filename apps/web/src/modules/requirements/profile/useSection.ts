import { useQueryClient } from "@tanstack/react-query";
import { type SavedPartOptions, useSavedPart } from "../../../parts/useSavedPart.ts";
import { type Details, detailsQuery, showEverywhere } from "./queries.ts";

interface SectionOptions<Draft> extends Pick<SavedPartOptions<Draft, unknown>, "saved" | "check" | "notice"> {
  profileId: string;
  /** Returns the new details; null if the answer doesn't contain them. */
  save: (draft: Draft) => Promise<Details | null>;
  /** Shown on other pages too. */
  everywhere?: boolean;
}

/** A section of a person's details that is saved separately. */
export function useSection<Draft>({ profileId, everywhere, ...options }: SectionOptions<Draft>) {
  const queryClient = useQueryClient();
  return useSavedPart({
    ...options,
    onSaved: (details) => {
      if (details) queryClient.setQueryData(detailsQuery(profileId).queryKey, details);
    },
    everywhere: everywhere ? () => showEverywhere(queryClient) : undefined,
  });
}
