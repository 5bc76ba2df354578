import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { PersonAvatar } from "../../../photos/PersonAvatar.tsx";
import { PicturePanel } from "../../../photos/PicturePanel.tsx";
import { type Details, detailsQuery, putProfile, showEverywhere } from "./queries.ts";

/** The photo of a person. */
export function PhotoSection({ details }: { details: Details }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { profileId, photoId } = details;
  const saving = useMutation({
    mutationFn: (photoData: string | null) =>
      putProfile(profileId, {
        photoData,
        ...(photoData !== null && { photoName: "photo.jpeg", photoExtension: "jpeg" as const }),
      }),
    onSuccess: async (saved, photoData) => {
      queryClient.setQueryData(detailsQuery(profileId).queryKey, saved);
      notify("done", photoData === null ? "The photo was removed." : "The photo was saved.");
      await showEverywhere(queryClient);
    },
  });
  return (
    <PicturePanel
      what="photo"
      lead="Helps people at the field recognize you. Location and other data in the file are removed."
      has={photoId !== null}
      saving={saving}
    >
      <PersonAvatar person={details} size={96} />
    </PicturePanel>
  );
}
