import type { Onboarding, OnboardingInfo } from "@touchline/contract/screening/onboarding";
import { einProblem, writtenEin } from "@touchline/rules/screening/ein";
import { useCallback, useEffect, useRef, useState } from "react";
import { CallFailed } from "../../../client.ts";
import { putOnboarding } from "./queries.ts";

/** How long nobody types before it is saved, in milliseconds. */
const pause = 700;

export type ApplicationSaving = "saved" | "saving" | "unsaved" | "elsewhere" | "failed";

/** The answers to save. An incomplete EIN is left out, because it may be a Social Security number. */
export const sentInfo = (typed: OnboardingInfo): OnboardingInfo => ({
  ...typed,
  ein: einProblem(typed.ein) === null ? writtenEin(typed.ein) : "",
});

/**
 * An application that is saved while it is typed. Saves are sent one at a time, each with the version it is based on, so answers
 * from another device are never overwritten.
 */
export function useApplication(organizationId: string, begun: Onboarding) {
  const [info, setInfo] = useState(begun.info);
  const [state, setState] = useState<ApplicationSaving>("saved");
  const version = useRef(begun.version);
  const wanted = useRef<OnboardingInfo | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveAll = useCallback(async () => {
    for (let next = wanted.current; next; next = wanted.current) {
      wanted.current = null;
      setState("saving");
      try {
        version.current = (await putOnboarding(organizationId, version.current, sentInfo(next))).version;
        if (!wanted.current) setState("saved");
      } catch (error) {
        wanted.current ??= next;
        setState(error instanceof CallFailed && error.status === 409 ? "elsewhere" : "failed");
        return;
      }
    }
  }, [organizationId]);

  /** Saves what is there now, after what is being saved already. */
  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    running.current = (running.current ?? Promise.resolve()).then(saveAll);
    await running.current;
  }, [saveAll]);

  const change = (next: OnboardingInfo) => {
    setInfo(next);
    wanted.current = next;
    setState("unsaved");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pause);
  };

  // Leaving the page saves what was typed last.
  useEffect(() => () => void flush(), [flush]);

  return {
    info,
    state,
    change,
    flush,
    /** Saves it as it is, also where nothing was typed, and names the version to submit; null where that failed. */
    async versionToSubmit(): Promise<number | null> {
      if (version.current === 0) wanted.current ??= info;
      await flush();
      return wanted.current === null ? version.current : null;
    },
  };
}
