import type { IdentityImageKind, IdentityProgress } from "@touchline/contract/verification/identity";
import { Notice } from "@touchline/ui";
import { useState } from "react";
import { backOf, frontOf, type Shot, selfieShot } from "../../../capture/shots.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { PhotoStep } from "./PhotoStep.tsx";
import type { IdentityPage } from "./queries.ts";
import { SubmitStep } from "./SubmitStep.tsx";

interface PhotoStepsProps extends FlowProps {
  page: IdentityPage;
  progress: IdentityProgress;
  onStartOver: () => void;
}

/** The photo of each kind, for a document. */
export function shotFor(kind: IdentityImageKind, document: IdentityProgress["document"]): Shot {
  if (kind === "selfie") return selfieShot;
  return kind === "front" ? frontOf(document) : backOf(document);
}

/** One photo after the other; then all of it is looked at and submitted. */
export function PhotoSteps(props: PhotoStepsProps) {
  const { progress } = props;
  const { missing, images, document, notice } = progress;
  /** A photo that is taken once more, or is added though it needn't be. */
  const [again, setAgain] = useState<IdentityImageKind | null>(null);
  const present = new Set(images.filter(({ state }) => state !== "refused").map(({ kind }) => kind));
  const needed = [...present, ...missing.filter((kind) => !present.has(kind))];
  // A member who is taking one photo stays there, even if another one is refused in the meantime.
  const [current, setCurrent] = useState<IdentityImageKind | null>(null);
  const isWanted = (one: IdentityImageKind) => missing.includes(one) && !present.has(one);
  const next = current !== null && isWanted(current) ? current : (missing.find(isWanted) ?? null);
  if (next !== current) setCurrent(next);
  const kind = again ?? next;
  // A photo that was read afterward and must be retaken.
  const refusal = images.find((one) => one.kind === kind && one.state === "refused")?.message ?? null;
  return (
    <>
      {notice && <Notice tone="waits">{notice}</Notice>}
      {kind === null ? (
        <SubmitStep {...props} onRetake={setAgain} />
      ) : (
        <PhotoStep
          key={kind}
          {...props}
          kind={kind}
          shot={shotFor(kind, document)}
          step={again ? null : { at: needed.indexOf(kind) + 1, of: needed.length }}
          refusal={refusal}
          onDone={() => setAgain(null)}
          onKeep={again ? () => setAgain(null) : null}
        />
      )}
    </>
  );
}
