import { HeatPicture } from "./HeatPicture.tsx";
import type { PictureKind } from "./search.ts";
import { WaitingPicture } from "./WaitingPicture.tsx";

interface PictureProps {
  kind: PictureKind;
  levelId: string;
  /** What the levels below are called. */
  of: string;
}

/** One picture of how a level stands. */
export function Picture({ kind, levelId, of }: PictureProps) {
  if (kind === "waiting") return <WaitingPicture levelId={levelId} />;
  return <HeatPicture levelId={levelId} of={of} />;
}
