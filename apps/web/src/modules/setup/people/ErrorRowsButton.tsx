import { useMutation } from "@tanstack/react-query";
import { Button, IconDownload, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { fetchErrorRows } from "./queries.ts";
import { words } from "./words.ts";

/** Downloads the rows with errors as a file that can be fixed and imported again. */
export function ErrorRowsButton({ importId }: { importId: string }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => fetchErrorRows(importId),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant="secondary"
      label={words.downloadRowsWithErrors}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}
