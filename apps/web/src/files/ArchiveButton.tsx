import { useMutation } from "@tanstack/react-query";
import { downloadFileArchive } from "@touchline/contract/requirements/submissions";
import { Button, fileSize, IconFileZip, useNotify } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { download } from "../client.ts";
import { messageOf } from "../ErrorScreens.tsx";
import type { AttemptFile, FilePlace } from "./queries.ts";
import { saveFile } from "./save-file.ts";
import { words } from "./words.ts";

interface ArchiveButtonProps {
  place: FilePlace;
  files: readonly AttemptFile[];
  variant?: "secondary" | "quaternary";
}

/** All files of a submission in one archive, where there are several that can be opened. */
export function ArchiveButton({ place, files, variant = "secondary" }: ArchiveButtonProps) {
  const notify = useNotify();
  const [received, setReceived] = useState<number | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const ends = new AbortController();
    leaving.current = ends;
    return () => ends.abort();
  }, []);
  const { requirementId, profileLevelAccessId } = place;
  const fetching = useMutation({
    mutationFn: () =>
      download(
        downloadFileArchive,
        { params: { id: requirementId }, query: { profileLevelAccessId } },
        { signal: leaving.current.signal, onReceived: setReceived },
      ),
    onSuccess: saveFile,
    onError: (error) => {
      if (!leaving.current.signal.aborted) notify("stop", messageOf(error));
    },
    onSettled: () => setReceived(null),
  });
  const open = files.filter((file) => file.opens);
  if (open.length < 2) return null;
  const whole = open.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <Button
      small
      variant={variant}
      leftIcon={<IconFileZip aria-hidden />}
      label={
        received === null
          ? words.downloadAllFiles({ count: open.length })
          : words.downloadProgress({ received: fileSize(Math.min(received, whole)), total: fileSize(whole) })
      }
      disabled={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}
