import { useQuery } from "@tanstack/react-query";
import { getProfilePhoto } from "@touchline/contract/people/profiles";
import { download } from "../client.ts";
import { useObjectUrl } from "./useObjectUrl.ts";

/** The address of somebody's photo within this page; null without one, and until it is there. */
export function usePhoto(profileId: string, photoId: string | null): string | null {
  const { data: blob } = useQuery({
    queryKey: ["photo", profileId, photoId],
    queryFn: async ({ signal }) =>
      (await download(getProfilePhoto, { params: { id: profileId, photoId: photoId ?? "" } }, { signal })).blob,
    enabled: photoId !== null,
    // A new photo has a new id.
    staleTime: Infinity,
  });
  const url = useObjectUrl(blob);
  return photoId === null ? null : url;
}
