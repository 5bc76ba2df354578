import { Dialog } from "@touchline/ui";
import { FileViewer } from "../../../files/FileViewer.tsx";
import type { AttemptFile, FilePlace } from "../../../files/queries.ts";

interface FileDialogProps {
  place: FilePlace;
  /** Null: nothing is looked at. */
  file: AttemptFile | null;
  onClose: () => void;
}

/** One file, to look at. */
export function FileDialog({ place, file, onClose }: FileDialogProps) {
  return (
    <Dialog opened={file !== null} onClose={onClose} title={file?.name ?? ""} wide>
      {file && <FileViewer {...place} file={file} />}
    </Dialog>
  );
}
