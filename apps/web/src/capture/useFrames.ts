import type { Luma } from "@touchline/rules/verification/photo-quality";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type CaptureHint, judgeFrame, type Shape } from "./frame-checks.ts";
import { smallFrame } from "./photo.ts";
import { firstHint, type SteadyHint, withFrame } from "./steady-hint.ts";

/** Milliseconds between two looks, good ones in a row until the shutter goes, and milliseconds to get ready in before that. */
const every = 250;
const enough = 4;
const ready = 2_000;

/**
 * Checks the live picture four times a second while it is `live`.
 *
 * @param onGood called once the picture has been good for a second; null to switch that off.
 * @returns the hint to show.
 */
export function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  shape: Shape,
  live: boolean,
  onGood: (() => void) | null,
): CaptureHint {
  const [hint, setHint] = useState<CaptureHint>("fit");
  const whenGood = useRef(onGood);
  useEffect(() => {
    whenGood.current = onGood;
  });
  useEffect(() => {
    if (!live) return undefined;
    const since = performance.now();
    let before: Luma | null = null;
    let steady: SteadyHint = firstHint(since);
    setHint("fit");
    const timer = setInterval(() => {
      if (!video.current || video.current.videoWidth === 0) return;
      const reading = judgeFrame(smallFrame(video.current, shape), shape, before);
      before = reading.luma;
      steady = withFrame(steady, reading.hint, performance.now());
      setHint(steady.displayed);
      const isGood = steady.latest === "good" && steady.count >= enough;
      if (isGood && performance.now() - since >= ready) whenGood.current?.();
    }, every);
    return () => clearInterval(timer);
  }, [video, shape, live]);
  return hint;
}
