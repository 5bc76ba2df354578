import { useQuery } from "@tanstack/react-query";
import { getLevelLogo } from "@touchline/contract/setup/levels";
import { download } from "../client.ts";
import { useObjectUrl } from "../photos/useObjectUrl.ts";

/** The address of the logo within this page; null without one, and until it is there. */
export function useLevelLogo(levelId: string, logoId: string | null): string | null {
  const { data: blob } = useQuery({
    queryKey: ["logo", levelId, logoId],
    queryFn: async ({ signal }) =>
      (await download(getLevelLogo, { params: { id: levelId, logoId: logoId ?? "" } }, { signal })).blob,
    enabled: logoId !== null,
    // A new logo has a new id.
    staleTime: Infinity,
  });
  const url = useObjectUrl(blob);
  return logoId === null ? null : url;
}
