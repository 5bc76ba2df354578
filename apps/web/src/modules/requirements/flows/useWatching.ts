import { tellVideoProgress, type VideoProgress } from "@touchline/contract/videos";
import { mayGoTo, merged, type Stretch } from "@touchline/rules/watching";
import { type RefObject, useEffect, useRef, useState } from "react";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../errorScreens.tsx";

/** How many seconds play between two times that are told. */
const beat = 5;

interface Watching {
  requirementId: string;
  profileLevelAccessId: string;
  initial: VideoProgress;
}

/**
 * Tells what of a video plays, goes on where it stopped the last time, and keeps its bar from running ahead of what was
 * watched. The server says what counts.
 */
export function useWatching(
  element: RefObject<HTMLVideoElement | null>,
  { requirementId, profileLevelAccessId, initial }: Watching,
) {
  const [progress, setProgress] = useState<VideoProgress>(initial);
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null);
  const player = useRef(crypto.randomUUID());
  const start = useRef(initial);
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    /** What the server knows of, and what plays now since it was told last. */
    let known: Stretch[] = start.current.stretches.map(([from, to]): Stretch => [from, to]);
    let from: number | null = null;
    let at = start.current.position;
    let telling: Promise<unknown> = Promise.resolve();

    const tell = (one: Stretch) => {
      telling = telling
        .then(() =>
          call(tellVideoProgress, {
            params: { id: requirementId },
            body: { profileLevelAccessId, from: one[0], to: one[1], player: player.current },
          }),
        )
        .then(
          (answer) => {
            known = merged([...known, ...answer.stretches.map(([a, b]): Stretch => [a, b])]);
            setProgress(answer);
            setProblem(null);
          },
          (error: Error) => {
            const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
            if (reason === "otherPlayer") {
              from = null;
              video.pause();
            }
            setProblem({
              title: reason === "otherPlayer" ? "It plays somewhere else" : "This part was not counted",
              text: messageOf(error),
            });
          },
        );
    };
    /** Tells what has played until now; on: it goes on playing. */
    const flush = (on: boolean) => {
      if (from === null) return;
      const end = at;
      if (end - from > 0.25) {
        known = merged([...known, [from, end]]);
        tell([from, end]);
        from = end;
      }
      if (!on) from = null;
    };
    const begin = () => {
      if (from !== null || video.seeking) return;
      from = video.currentTime;
      at = from;
      tell([from, from]);
    };
    const tick = () => {
      if (video.seeking || from === null) return;
      at = video.currentTime;
      if (at - from >= beat) flush(true);
    };
    const seeking = () => {
      const to = video.currentTime;
      flush(false);
      const reach = merged([...known, [0, 0.5]]);
      if (!mayGoTo(reach, to)) video.currentTime = Math.min(at, to);
    };
    const sought = () => {
      at = video.currentTime;
      if (!video.paused) begin();
    };
    const stopped = () => {
      if (!video.seeking) at = video.currentTime;
      flush(false);
    };
    const loaded = () => {
      const { position } = start.current;
      if (position > 1 && position < video.duration - 1) video.currentTime = position;
    };
    const rate = () => {
      if (video.playbackRate > 2) video.playbackRate = 2;
    };
    const events: [string, () => void][] = [
      ["playing", begin],
      ["timeupdate", tick],
      ["seeking", seeking],
      ["seeked", sought],
      ["pause", stopped],
      ["ended", stopped],
      ["loadedmetadata", loaded],
      ["ratechange", rate],
    ];
    for (const [name, act] of events) video.addEventListener(name, act);
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) loaded();
    return () => {
      stopped();
      for (const [name, act] of events) video.removeEventListener(name, act);
    };
  }, [element, requirementId, profileLevelAccessId]);
  return { progress, problem };
}
