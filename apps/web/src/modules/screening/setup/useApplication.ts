import type { Onboarding, OnboardingInfo } from "@touchline/contract/screening/onboarding";
import { einProblem, writtenEin } from "@touchline/rules/screening/ein";
import { useCallback, useEffect, useRef, useState } from "react";
import { CallFailed } from "../../../client.ts";
import { putOnboarding } from "./queries.ts";

/** How long nobody types before it is saved, in milliseconds. */
const pause = 700;

export type ApplicationSaving = "saved" | "saving" | "unsaved" | "elsewhere" | "failed";

/** As it is sent: a number that is no whole EIN stays on the page, as it may be somebody's Social Security number. */
export const sentInfo = (typed: OnboardingInfo): OnboardingInfo => ({
  ...typed,
  ein: einProblem(typed.ein) === null ? writtenEin(typed.ein) : "",
});

/**
 * What is typed of an application, kept on the server as one types. Saves go one after the other, each after the one it saw; when
 * another device has saved meanwhile, nothing is written over.
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

  // Whoever goes elsewhere within the page takes nothing unsaved along.
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
