import { type RefObject, useEffect, useRef, useState } from "react";
import { type CameraProblem, closeCamera, type Facing, offersCamera, openCamera, problemOf } from "./camera.ts";

type CameraState = { kind: "opening" } | { kind: "live" } | { kind: "failed"; problem: CameraProblem };

/**
 * Shows the live picture in a video while `wanted`, and lets the camera go as soon as it isn't, when the page is hidden, and when it
 * is left.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, facing: Facing, wanted: boolean) {
  const [state, setState] = useState<CameraState>({ kind: "opening" });
  const [round, setRound] = useState(0);
  const isVisible = useVisible();
  const stream = useRef<MediaStream | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    if (!wanted || !isVisible) return undefined;
    if (!offersCamera()) {
      setState({ kind: "failed", problem: "unsupported" });
      return undefined;
    }
    let isOver = false;
    setState({ kind: "opening" });
    openCamera(facing).then(
      async (opened) => {
        // The page was left before access was granted.
        if (isOver) return closeCamera(opened);
        stream.current = opened;
        const [track] = opened.getVideoTracks();
        track?.addEventListener("ended", () => setState({ kind: "failed", problem: "busy" }));
        if (!video.current) return;
        video.current.srcObject = opened;
        await video.current.play().catch(() => undefined);
        if (!isOver) setState({ kind: "live" });
      },
      (cause) => {
        if (!isOver) setState({ kind: "failed", problem: problemOf(cause) });
      },
    );
    return () => {
      isOver = true;
      closeCamera(stream.current);
      stream.current = null;
      if (video.current) video.current.srcObject = null;
    };
  }, [video, facing, wanted, isVisible, round]);
  return { state, retry: () => setRound((before) => before + 1) };
}

/** Whether the page is in sight. */
function useVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}
