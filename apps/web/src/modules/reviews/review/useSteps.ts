import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useNotify } from "@touchline/ui";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { listHref, type QueuePosition, type ReviewSearch, reviewHref } from "./place.ts";
import { adjacentQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Keys that follow one another within this many milliseconds count as continuous typing. */
const pause = 500;

export interface Steps {
  /** Moves by one submission, or by as many as were requested in quick succession. */
  step: (dir: "previous" | "next") => void;
  /** Goes to a submission, or back to the list if it is null. */
  go: (to: QueuePosition | null) => Promise<void>;
  /** Moves on after a decision, unless the person has gone elsewhere. @returns whether it moves. */
  goOn: (from: QueuePosition, to: QueuePosition | null) => boolean;
  /** Cancels a move that was about to happen. */
  stay: () => void;
  /** Runs the request of a decision. While it runs, steps are ignored. */
  send: <Answer>(sending: () => Promise<Answer>) => Promise<Answer>;
}

/**
 * Navigates between submissions. From the key press until the next submission is shown, keys are ignored, so that no one
 * decides on a submission they don't see. Typed text is ignored too, and the person is told.
 *
 * @param place the submission in the address.
 * @param there whether the page shows it.
 */
export function useSteps(place: QueuePosition, filter: ReviewSearch, there: boolean): Steps {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const notify = useNotify();
  /** The destination until it is displayed. It can be several submissions ahead if keys are pressed quickly. */
  const goal = useRef<QueuePosition | "list" | null>(null);
  const asking = useRef(0);
  const sending = useRef(0);
  const pending = useRef<Promise<unknown>>(Promise.resolve());
  const seen = useRef({ place, there });
  const open = useRef(false);
  /** Returns the destination. It is cleared once it is displayed, also when the person is back before anything was drawn. */
  const onward = useCallback(() => {
    if (seen.current.there && isSame(goal.current, seen.current.place)) goal.current = null;
    return goal.current;
  }, []);
  useLayoutEffect(() => {
    seen.current = { place, there };
    onward();
  });
  useLayoutEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  // The browser's back and forward buttons lead elsewhere.
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        if (action.type !== "PUSH" && action.type !== "REPLACE") goal.current = null;
      }),
    [history],
  );
  const onItsWay = useCallback(() => {
    const to = onward();
    if (to === "list") return "list";
    return to || asking.current + sending.current > 0 || !seen.current.there ? "submission" : null;
  }, [onward]);
  useHeldKeys(onItsWay, (what) => notify("waits", what === "list" ? words.listLoading : words.submissionLoading));

  const go = async (to: QueuePosition | null) => {
    goal.current = to ?? "list";
    await navigate({ href: to ? reviewHref(to, filter) : listHref(filter) });
  };
  const goOn = (from: QueuePosition, to: QueuePosition | null) => {
    const stays = open.current && onward() === null && isSame(from, seen.current.place);
    if (stays) void go(to);
    return stays;
  };
  const stepFrom = async (dir: "previous" | "next") => {
    const from = onward() ?? seen.current.place;
    if (from === "list" || !open.current) return;
    try {
      const beside = await queryClient.ensureQueryData(adjacentQuery(from.requirementId, filter, dir));
      if (beside) void go(beside);
      else notify("none", dir === "next" ? words.lastSubmission : words.firstSubmission);
    } catch (error) {
      notify("stop", (dir === "next" ? words.nextNotFound : words.previousNotFound)({ message: messageOf(error) }), {
        label: words.tryAgain,
        onAct: () => step(dir),
      });
    }
  };
  const step = (dir: "previous" | "next") => {
    // After a decision the page moves on by itself, and another step would skip a submission.
    if (sending.current > 0) return;
    asking.current += 1;
    pending.current = pending.current
      .then(() => stepFrom(dir))
      .finally(() => {
        asking.current -= 1;
      });
  };
  const send = <Answer>(what: () => Promise<Answer>) => {
    sending.current += 1;
    return what().finally(() => {
      sending.current -= 1;
    });
  };
  return {
    step,
    go,
    goOn,
    send,
    stay: () => {
      goal.current = null;
    },
  };
}

const isSame = (one: QueuePosition | "list" | null, other: QueuePosition) =>
  one !== null &&
  one !== "list" &&
  one.requirementId === other.requirementId &&
  one.profileLevelAccessId === other.profileLevelAccessId;

const isStep = ({ key }: KeyboardEvent) => /^(?:[jk]|Arrow(?:Left|Right))$/.test(key);

/** Tests whether a key can decide or submit: Ctrl+Enter confirms, a letter may choose, and Enter submits a form. */
function decides({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const inForm = target instanceof Element && target.closest("main form") !== null;
  const typed = target instanceof Element && target.matches("input:not([type=radio]), textarea, select");
  if (key === "Enter") return ctrlKey || metaKey || inForm;
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && (inForm || !typed);
}

type OnItsWay = "submission" | "list";

/** Intercepts keys while the page is being left, and after that until the typing pauses. */
function useHeldKeys(onItsWay: () => OnItsWay | null, onHeld: (what: OnItsWay) => void): void {
  const latest = useRef(onHeld);
  latest.current = onHeld;
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let announced: OnItsWay | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const isRepeat = event.timeStamp - last < pause;
      const what = onItsWay();
      if (!decides(event) || !(isRepeat || what)) return;
      // A key that moves to the next submission is let through, unless it comes in the middle of typing.
      if ((isStep(event) && !isRepeat) || document.querySelector("[role=dialog], dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      if (what && !(isRepeat && what === announced)) latest.current(what);
      announced = what;
      last = event.timeStamp;
    };
    // In the capture phase, so that it runs before the handlers of single keys.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [onItsWay]);
}
