import type { IdentityImageKind, IdentityProgress } from "@touchline/contract/verification/identity";
import { Badge, Button, IconCircleCheck, IconClock, IconEye } from "@touchline/ui";
import page from "../requirements/RequirementPage.module.css";
import { shotFor } from "./PhotoSteps.tsx";
import { imageText, words } from "./words.ts";

interface PhotoListProps {
  progress: IdentityProgress;
  onRetake?: ((kind: IdentityImageKind) => void) | undefined;
}

/** Lists the photos that were sent, with their status and any problem. */
export function PhotoList({ progress: { images, missing, document }, onRetake }: PhotoListProps) {
  return (
    <ul className={page.files} aria-label={words.photosTitle}>
      {images
        // One that was refused leaves the earlier one in its place, where there is one.
        .filter(({ state, kind }) => state !== "refused" || !missing.includes(kind))
        .map((image) => {
          const { what } = shotFor(image.kind, document);
          const isChecking = image.state === "checking";
          const icon = image.toPerson ? IconEye : isChecking ? IconClock : IconCircleCheck;
          return (
            <li key={image.imageId} className={page.file}>
              <div className={page.fileWords}>
                <p className={page.fileName}>{what}</p>
                {image.message && image.state !== "refused" && <p className={page.quiet}>{image.message}</p>}
              </div>
              <Badge tone={image.toPerson || isChecking ? "waits" : "done"} icon={icon}>
                {imageText(image)}
              </Badge>
              {onRetake && (
                <Button
                  small
                  variant="secondary"
                  label={words.retake}
                  aria-label={words.retakePhoto({ what })}
                  onClick={() => onRetake(image.kind)}
                />
              )}
            </li>
          );
        })}
    </ul>
  );
}
