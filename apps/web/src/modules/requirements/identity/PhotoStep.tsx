import { useMutation, useQueryClient } from "@tanstack/react-query";
import { maxFileBytes } from "@touchline/contract";
import { type IdentityImageKind, reportIdentityImage } from "@touchline/contract/verification/identity";
import { Button, FileDrop, LoadingState, Notice, Panel } from "@touchline/ui";
import { lazy, Suspense, useRef, useState } from "react";
import { CameraPart } from "../../../capture/CameraPart.tsx";
import { offersCamera } from "../../../capture/camera.ts";
import type { TakenPhoto } from "../../../capture/photo.ts";
import type { Shot } from "../../../capture/shots.ts";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { Requirement } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { seeProgress } from "./queries.ts";
import { kindTips, words } from "./words.ts";

const Preview = lazy(() => import("../../../capture/Capture.tsx").then((file) => ({ default: file.Preview })));

interface PhotoStepProps {
  requirement: Requirement;
  kind: IdentityImageKind;
  shot: Shot;
  /** The photo's number and the total; null for an additional one. */
  step: { at: number; of: number } | null;
  /** The reason why an earlier photo of this kind must be retaken. */
  refusal: string | null;
  onDone: () => void;
  /** Goes back without a new photo; null if there is none to keep. */
  onKeep: (() => void) | null;
  onStartOver: () => void;
}

/** Taking or uploading one photo, sending it, and hearing what is wrong with it. */
export function PhotoStep({ requirement, kind, shot, step, refusal, onDone, onKeep, onStartOver }: PhotoStepProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<TakenPhoto | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const messageRef = useRef<HTMLDivElement>(null);
  const sending = useMutation({
    mutationFn: (photo: File) =>
      call(reportIdentityImage, {
        params: { id: requirementId },
        body: { profileLevelAccessId, kind },
        files: [photo],
      }),
    onSuccess: ({ image, progress }) => {
      setChosen(null);
      seeProgress(queryClient, requirement, progress);
      if (image.state === "refused") requestAnimationFrame(() => messageRef.current?.focus());
      else onDone();
    },
  });
  const answer = sending.data?.image;
  const problem = answer?.state === "refused" ? answer.message : sending.isIdle ? refusal : null;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    sending.reset();
    setUnreadable(false);
    const { preparePhoto } = await import("../../../capture/photo.ts");
    try {
      setChosen(await preparePhoto(file, shot.shape, shot.fileName));
    } catch {
      setUnreadable(true);
    }
  };
  const title = step
    ? words.step({ step: step.at, total: step.of, what: shot.what })
    : words.again({ what: shot.what });
  return (
    <Panel title={title}>
      <div className={page.form}>
        <p className={page.text}>{kindTips[kind]}</p>
        {problem && (
          <div ref={messageRef} tabIndex={-1}>
            <Notice tone="needs">{problem}</Notice>
          </div>
        )}
        {sending.error && (
          <Notice
            tone="stop"
            title={words.photoNotSent}
            action={
              <Button
                small
                variant="secondary"
                label={words.resend}
                onClick={() => sending.variables && sending.mutate(sending.variables)}
              />
            }
          >
            {messageOf(sending.error)}
          </Notice>
        )}
        {sending.isPending ? (
          <LoadingState label={words.sending} lines={3} />
        ) : chosen ? (
          <Suspense fallback={<LoadingState label={words.sending} lines={3} />}>
            <Preview
              photo={chosen}
              shape={shot.shape}
              what={shot.what}
              other={words.uploadOther}
              onUse={() => sending.mutate(chosen.file)}
              onRetake={() => setChosen(null)}
            />
          </Suspense>
        ) : (
          <>
            <CameraPart shots={[shot]} onPhoto={(photo) => sending.mutate(photo)} />
            <FileDrop
              label={words.uploadLabel}
              limits={{ extensions: ["jpg", "jpeg", "png"], maxBytes: maxFileBytes }}
              error={isUnreadable ? words.unreadable : undefined}
              phoneCamera={!offersCamera()}
              uploads={[]}
              onFiles={([file]) => void choose(file)}
              onRemove={() => undefined}
            />
          </>
        )}
        {!sending.isPending && (
          <div className={page.buttons}>
            {onKeep ? (
              <Button variant="quaternary" label={words.keepPhoto} onClick={onKeep} />
            ) : (
              <Button variant="quaternary" label={words.changeWay} onClick={onStartOver} />
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}
