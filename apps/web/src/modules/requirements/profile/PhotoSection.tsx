import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { PersonAvatar } from "../../../photos/PersonAvatar.tsx";
import { PicturePanel } from "../../../photos/PicturePanel.tsx";
import { type Details, detailsQuery, putProfile, showEverywhere } from "./queries.ts";
import { words } from "./words.ts";

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
      notify("done", photoData === null ? words.photoRemoved : words.photoSaved);
      await showEverywhere(queryClient);
    },
  });
  return (
    <PicturePanel what="photo" lead={words.photoHelp} has={photoId !== null} saving={saving}>
      <PersonAvatar person={details} size={96} />
    </PicturePanel>
  );
}
