import type { RequirementStatus } from "@touchline/contract";
import { tellTrainingProgress } from "@touchline/contract/trainings";
import { useCallback, useEffect, useRef, useState } from "react";
import { CallFailed, call } from "../../../client.ts";
import { messageOf } from "../../../errorScreens.tsx";

interface Telling {
  requirementId: string;
  profileLevelAccessId: string;
  opened: { sittingId: string; tells: boolean };
}
type Told = { values: Record<string, string>; ended: boolean };
/** Also where the part asks to be led to when it ends. */
type Heard = Told & { wish: string };

/** Milliseconds until what could not be told is tried again, and after which it is told that somebody still sits there. */
const patience = 5_000;
const beat = 60_000;

/** A message of the open part; null for whatever else comes along. */
function toldBy(data: unknown, sittingId: string): Heard | null {
  if (typeof data !== "object" || data === null) return null;
  const { touchline, values, ended, wish } = data as Record<string, unknown>;
  if (touchline !== sittingId || typeof values !== "object" || values === null) return null;
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { values: Object.fromEntries(texts), ended: ended === true, wish: typeof wish === "string" ? wish : "" };
}

/** Tells the server what the open part says, the latest at a time, until it was heard. */
export function useTelling({ requirementId, profileLevelAccessId, opened }: Telling) {
  const { sittingId, tells } = opened;
  const [state, setState] = useState<"nothing" | "saving" | "saved" | "waiting">("nothing");
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null);
  const [ended, setEnded] = useState(false);
  const present = useRef<Told | null>(null);
  const waiting = useRef<Told | null>(null);
  const underWay = useRef<Promise<void> | null>(null);
  const submitted = useRef<RequirementStatus | null>(null);
  const stopped = useRef(false);
  const wished = useRef("");

  const send = useCallback(async (): Promise<void> => {
    while (waiting.current && !stopped.current && submitted.current === null) {
      const told = waiting.current;
      waiting.current = null;
      setState("saving");
      try {
        const answer = await call(tellTrainingProgress, {
          params: { id: requirementId },
          body: { profileLevelAccessId, sittingId, ...told },
        });
        submitted.current = answer.submitted;
        setState("saved");
        if (told.ended) setEnded(true);
      } catch (error) {
        const { status, problem: said } = error instanceof CallFailed ? error : { status: 0, problem: undefined };
        if (status >= 400 && status < 500 && status !== 429) {
          stopped.current = true;
          setProblem({
            title: said?.reason === "otherSitting" ? "It is open somewhere else" : "What follows is not kept",
            text: messageOf(error as Error),
          });
          return;
        }
        // Something newer may have come meanwhile.
        waiting.current ??= told;
        setState("waiting");
        return;
      }
    }
  }, [requirementId, profileLevelAccessId, sittingId]);

  const flush = useCallback((): Promise<void> => {
    underWay.current ??= send().finally(() => {
      underWay.current = null;
    });
    return underWay.current;
  }, [send]);

  useEffect(() => {
    const hear = (event: MessageEvent) => {
      const heard = toldBy(event.data, sittingId);
      if (!heard) return;
      const { wish, ...told } = heard;
      if (told.ended) wished.current = wish;
      present.current = told;
      waiting.current = told;
      void flush();
    };
    const again = setInterval(() => void flush(), patience);
    const still = setInterval(() => {
      waiting.current ??= present.current;
      void flush();
    }, beat);
    window.addEventListener("message", hear);
    return () => {
      window.removeEventListener("message", hear);
      clearInterval(again);
      clearInterval(still);
    };
  }, [flush, sittingId]);

  return {
    state,
    problem,
    /** The part has said that it is over, and that was heard. */
    ended,
    /** Where it asked to be led to with that. */
    wished,
    /** Its page has come. Of a part that tells nothing this is all there is to tell. */
    loaded: () => {
      if (tells || present.current) return;
      present.current = { values: {}, ended: false };
      waiting.current = present.current;
      void flush();
    },
    /**
     * What was said until now, once more: how long somebody sat there counts as well. `heard`: nothing of it is left that the
     * server might still hear.
     */
    finish: async (): Promise<{ submitted: RequirementStatus | null; heard: boolean }> => {
      await underWay.current;
      if (submitted.current === null && !stopped.current && present.current) {
        waiting.current = { ...present.current, ended: true };
        await flush();
      }
      return { submitted: submitted.current, heard: waiting.current === null || stopped.current };
    },
  };
}
