import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, IconDownload, useNotify } from "@touchline/ui";
import { messageOf } from "../ErrorScreens.tsx";
import { type AttemptFile, type FilePlace, fileQuery } from "./queries.ts";
import { saveFile } from "./save-file.ts";
import { words } from "./words.ts";

interface DownloadButtonProps {
  place: FilePlace;
  file: AttemptFile;
  variant?: "secondary" | "quaternary";
}

/** Fetches a file and gives it to the browser's downloads. A file that was viewed already isn't fetched again. */
export function DownloadButton({ place, file, variant = "secondary" }: DownloadButtonProps) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => queryClient.fetchQuery(fileQuery(place, file)),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant={variant}
      label={words.download}
      aria-label={words.downloadFile({ name: file.name })}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}
