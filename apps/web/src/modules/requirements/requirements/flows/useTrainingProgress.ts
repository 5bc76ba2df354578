import type { RequirementStatus } from "@touchline/contract";
import { saveTrainingProgress } from "@touchline/contract/requirements/trainings";
import { useCallback, useEffect, useRef, useState } from "react";
import { CallFailed, call } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { words } from "../words.ts";

interface ProgressOptions {
  requirementId: string;
  profileLevelAccessId: string;
  opened: { sittingId: string; tells: boolean };
}
/** Also where the part asks to be led to when it ends. */
type CourseReport = { values: Record<string, string>; ended: boolean; wish: string };

/** Milliseconds before a failed report is retried, and between reports that the person is still active. */
const retryInterval = 5_000;
const beat = 60_000;

/** Merges consecutive reports of the open part's frames: for each, the changes since its last report. */
function openMerging() {
  const bySource = new Map<MessageEventSource | null, Record<string, string>>();
  let merged: Record<string, string> = {};
  return (source: MessageEventSource | null, values: Record<string, string>) => {
    const before = bySource.get(source) ?? {};
    bySource.set(source, values);
    merged = { ...merged, ...Object.fromEntries(Object.entries(values).filter(([name, one]) => before[name] !== one)) };
    return merged;
  };
}

/** Reads a message of the open part; null for any other message. */
function readReport(data: unknown, sittingId: string): CourseReport | null {
  if (typeof data !== "object" || data === null) return null;
  const { touchline, values, ended, wish } = data as Record<string, unknown>;
  if (touchline !== sittingId || typeof values !== "object" || values === null) return null;
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { values: Object.fromEntries(texts), ended: ended === true, wish: typeof wish === "string" ? wish : "" };
}

/** Reports to the server what the open part says, the latest at a time, until it was received. */
export function useTrainingProgress({ requirementId, profileLevelAccessId, opened }: ProgressOptions) {
  const { sittingId, tells } = opened;
  const [state, setState] = useState<"nothing" | "saving" | "saved" | "waiting">("nothing");
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null);
  const [ended, setEnded] = useState(false);
  const [troubled, setTroubled] = useState(false);
  const present = useRef<CourseReport | null>(null);
  const waiting = useRef<CourseReport | null>(null);
  const pending = useRef<Promise<void> | null>(null);
  const submitted = useRef<RequirementStatus | null>(null);
  const stopped = useRef(false);
  const opens = useRef<number | null>(null);

  const send = useCallback(async (): Promise<void> => {
    while (waiting.current && !stopped.current && submitted.current === null) {
      const report = waiting.current;
      waiting.current = null;
      setState((present) => (Object.keys(report.values).length > 0 ? "saving" : present));
      try {
        const answer = await call(saveTrainingProgress, {
          params: { id: requirementId },
          body: { profileLevelAccessId, sittingId, ...report },
        });
        submitted.current = answer.submitted;
        opens.current = answer.opens;
        // A part without any report has nothing that could be saved.
        if (!tells || Object.keys(report.values).length > 0) setState("saved");
        else setState("nothing");
        if (report.ended || answer.submitted !== null) setEnded(true);
      } catch (error) {
        const { status, problem: refusal } = error instanceof CallFailed ? error : { status: 0, problem: undefined };
        if (status >= 400 && status < 500 && status !== 429) {
          stopped.current = true;
          setProblem({
            title: refusal?.reason === "otherSitting" ? words.openElsewhere : words.progressFailed,
            text: messageOf(error as Error),
          });
          return;
        }
        // A newer report may have arrived in the meantime.
        waiting.current ??= report;
        setState("waiting");
        return;
      }
    }
  }, [requirementId, profileLevelAccessId, sittingId, tells]);

  const flush = useCallback((): Promise<void> => {
    pending.current ??= send().finally(() => {
      pending.current = null;
    });
    return pending.current;
  }, [send]);

  useEffect(() => {
    const merge = openMerging();
    const onMessage = (event: MessageEvent) => {
      if (event.data?.touchline === sittingId && event.data.trouble === "frames") setTroubled(true);
      const received = readReport(event.data, sittingId);
      if (!received) return;
      const merged = { ...received, values: merge(event.source, received.values) };
      present.current = merged;
      waiting.current = merged;
      void flush();
    };
    const again = setInterval(() => void flush(), retryInterval);
    const still = setInterval(() => {
      waiting.current ??= present.current;
      void flush();
    }, beat);
    window.addEventListener("message", onMessage);
    return () => {
      window.removeEventListener("message", onMessage);
      clearInterval(again);
      clearInterval(still);
    };
  }, [flush, sittingId]);

  return {
    state,
    problem,
    /** Frames of the course failed to reach one another, which they may not do here. */
    troubled,
    /** Whether the part has reported its end, and the report was received. */
    ended,
    /** The part that follows it then; null: none. */
    opens,
    /** Called when its page has loaded. For a part without reports this is everything to report. */
    loaded: () => {
      if (tells || present.current) return;
      present.current = { values: {}, ended: false, wish: "" };
      waiting.current = present.current;
      void flush();
    },
    /**
     * Repeats the latest report, because the session time counts too. `isReported`: the server needs nothing more, because
     * everything was received or the training was submitted.
     */
    finish: async (): Promise<{ submitted: RequirementStatus | null; isReported: boolean }> => {
      await pending.current;
      if (submitted.current === null && !stopped.current && present.current) {
        waiting.current = { ...present.current, ended: true };
        await flush();
      }
      const isReported = submitted.current !== null || waiting.current === null || stopped.current;
      return { submitted: submitted.current, isReported };
    },
  };
}
