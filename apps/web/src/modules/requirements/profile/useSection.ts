import { useQueryClient } from "@tanstack/react-query";
import { type SavedPartOptions, useSavedPart } from "../../../parts/useSavedPart.ts";
import { type Details, detailsQuery, showEverywhere } from "./queries.ts";

interface SectionOptions<Draft> extends Pick<SavedPartOptions<Draft, unknown>, "saved" | "check" | "notice"> {
  profileId: string;
  /** Answers with the details as they are then; null where they do not tell. */
  save: (draft: Draft) => Promise<Details | null>;
  /** Shown on other pages too. */
  everywhere?: boolean;
}

/** A part of somebody's details that is saved by itself. */
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
