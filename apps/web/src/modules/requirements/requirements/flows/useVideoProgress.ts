import { saveVideoProgress, type VideoProgress } from "@touchline/contract/requirements/videos";
import { mayGoTo, merged, type Stretch } from "@touchline/rules/requirements/watch-time";
import { type RefObject, useEffect, useRef, useState } from "react";
import { CallFailed, call } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { words } from "../words.ts";

/** Seconds of playback between two reports, and milliseconds before an unanswered one is retried. */
const beat = 5;
const retryAfter = 4_000;
/** The most seconds in one report, and how often in a row more may be reported than can have been watched. */
const mostAtOnce = 30;
const mostRefusals = 10;

interface Watching {
  requirementId: string;
  profileLevelAccessId: string;
  initial: VideoProgress;
}

/**
 * Reports what is watched of a video, resumes at the last position, and prevents seeking beyond what was watched. The server
 * decides what counts.
 */
export function useVideoProgress(
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
    /** The counted part by the server, the played parts that aren't reported yet, and the one that is playing. */
    let counted: Stretch[] = start.current.stretches.map(([from, to]): Stretch => [from, to]);
    let known = counted;
    let from: number | null = null;
    let at = start.current.position;
    let telling: Promise<unknown> = Promise.resolve();
    /** Unanswered reports in order of playback. They are retried before newer ones. */
    let unsent: Stretch[] = [];
    let refusals = 0;

    const drain = async () => {
      for (let one = unsent[0]; one; one = unsent[0]) {
        try {
          const answer = await call(saveVideoProgress, {
            params: { id: requirementId },
            body: { profileLevelAccessId, from: one[0], to: one[1], player: player.current },
          });
          unsent.shift();
          refusals = 0;
          counted = answer.stretches.map(([a, b]): Stretch => [a, b]);
          known = merged([...known, ...counted]);
          setProgress(answer);
          setProblem(null);
        } catch (error) {
          const { status, problem: refusal } = error instanceof CallFailed ? error : { status: 0, problem: null };
          if (status === 0 || status === 429 || status >= 500) {
            setProblem({
              title: words.notSavedYet,
              text: words.watchingUnsavedHelp({ message: messageOf(error) }),
            });
            return;
          }
          // After an outage more is pending than one report may contain; the allowance grows faster than playback.
          refusals = refusal?.reason === "tooFast" ? refusals + 1 : mostRefusals;
          if (refusals < mostRefusals) return;
          refusals = 0;
          unsent = [];
          // Playback continues where counting ended, so that no unnoticed gap remains.
          known = counted;
          if (refusal?.reason === "otherPlayer") {
            from = null;
            video.pause();
          }
          setProblem({
            title: refusal?.reason === "otherPlayer" ? words.playingElsewhere : words.partNotCounted,
            text: messageOf(error),
          });
        }
      }
    };
    const sendUnsent = () => {
      telling = telling.then(drain);
    };
    const add = (one: Stretch) => {
      const last = unsent.at(-1);
      // The first may be under way; others that meet are one, as long as may be told at once after an outage.
      if (unsent.length > 1 && last && last[1] === one[0] && one[1] - last[0] <= mostAtOnce)
        unsent[unsent.length - 1] = [last[0], one[1]];
      else unsent.push(one);
      sendUnsent();
    };
    /** Reports what has played until now. @param on whether it continues to play. */
    const flush = (on: boolean) => {
      if (from === null) return;
      const end = at;
      if (end - from > 0.25) {
        known = merged([...known, [from, end]]);
        add([from, end]);
        from = end;
      }
      if (!on) from = null;
    };
    const begin = () => {
      if (from !== null || video.seeking) return;
      from = video.currentTime;
      at = from;
      add([from, from]);
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
    window.addEventListener("online", sendUnsent);
    const again = setInterval(() => unsent.length > 0 && sendUnsent(), retryAfter);
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) loaded();
    return () => {
      stopped();
      clearInterval(again);
      window.removeEventListener("online", sendUnsent);
      for (const [name, act] of events) video.removeEventListener(name, act);
    };
  }, [element, requirementId, profileLevelAccessId]);
  return { progress, problem };
}
