import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { completeVideo, getVideoProgress, type VideoProgress } from "@touchline/contract/requirements/videos";
import { Button, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../client.ts";
import { LoadFailed, messageOf } from "../../../../ErrorScreens.tsx";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import page from "../RequirementPage.module.css";
import { words } from "../words.ts";
import classes from "./Flows.module.css";
import { useVideoProgress } from "./useVideoProgress.ts";

const videoQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["video", id, profileLevelAccessId],
    queryFn: ({ signal }) => call(getVideoProgress, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    // A new address would restart the video.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });

/** Plays a video. Only what was really played counts. */
export function VideoFlow(props: FlowProps) {
  const { requirementId, profileLevelAccessId } = props.requirement;
  const query = useQuery(videoQuery(requirementId, profileLevelAccessId));
  if (query.error && !query.data) {
    return <LoadFailed title={words.videoNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label={words.loadingTheVideo} />;
  return <Player {...props} video={query.data} onRenew={() => void query.refetch()} />;
}

type PlayerProps = FlowProps & {
  video: VideoProgress & { url: string; seconds: number; captions: string };
  /** The address has expired, or doesn't answer. */
  onRenew: () => void;
};

function Player({ requirement, video, onRenew }: PlayerProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const element = useRef<HTMLVideoElement>(null);
  const { progress, problem } = useVideoProgress(element, { requirementId, profileLevelAccessId, initial: video });
  const [broken, setBroken] = useState(false);
  const captions = useCaptions(video.captions);
  const completing = useMutation({
    mutationFn: () => call(completeVideo, { params: { id: requirementId }, body: { profileLevelAccessId } }),
    onSuccess: async () => {
      notify("done", words.videoDone);
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
  });
  const { mutate, isPending, error } = completing;
  const sent = useRef(false);
  useEffect(() => {
    if (!progress.enough || sent.current) return;
    sent.current = true;
    mutate();
  }, [progress.enough, mutate]);
  const share = Math.min(100, Math.floor((100 * progress.watched) / Math.max(1, progress.wanted)));
  const isResuming = progress.position > 1 && !progress.enough;
  return (
    <Panel title={words.watchTitle}>
      {broken && (
        <Notice
          tone="stop"
          title={words.videoFailedTitle}
          action={
            <Button
              small
              variant="secondary"
              label={words.tryAgain}
              onClick={() => {
                setBroken(false);
                onRenew();
              }}
            />
          }
        >
          {words.videoFailedHelp}
        </Notice>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: captions are there where the author wrote some */}
      <video
        ref={element}
        className={classes.video}
        src={video.url}
        controls
        controlsList="nodownload"
        playsInline
        preload="metadata"
        aria-label={requirement.name}
        onError={() => setBroken(true)}
      >
        {captions && <track kind="captions" src={captions} srcLang="en" label={words.captions} default />}
      </video>
      <div className={classes.share}>
        <progress className={classes.progress} max={100} value={share} aria-label={words.watchProgress} />
        <span role="status">{share >= 100 ? words.watched : words.watchedShare({ share })}</span>
      </div>
      {problem && (
        <Notice tone="needs" title={problem.title}>
          {problem.text}
        </Notice>
      )}
      {error && (
        <Notice
          tone="stop"
          title={words.progressNotSavedYet}
          action={<Button small label={words.tryAgain} loading={isPending} onClick={() => mutate()} />}
        >
          {messageOf(error)}
        </Notice>
      )}
      <p className={page.quiet}>
        {isResuming ? words.videoContinueHelp({ time: timeText(progress.position) }) : words.videoHelp}
      </p>
    </Panel>
  );
}

/** Captions as an address that the player reads. */
function useCaptions(text: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (text.trim() === "") return undefined;
    const made = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return address;
}

function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
