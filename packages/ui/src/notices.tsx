import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";
import { IconX } from "./icons.ts";
import classes from "./Notice.module.css";
import { Notice } from "./Notice.tsx";
import { noticesPlace, placeNotices } from "./notices-place.ts";
import type { Tone } from "./status.ts";
import { words } from "./words.ts";

interface Shown {
  id: number;
  tone: Tone;
  text: string;
  act?: NoticeAct | undefined;
}

/** An action that is offered with a notice. */
export interface NoticeAct {
  label: string;
  onAct: () => void;
}

/**
 * Says something in the corner of the screen. What stops one stays until it is closed, the rest for eight seconds; with
 * something to do about it, for half a minute; in neither case while somebody points at it or has the focus there.
 */
export type Notify = (tone: Tone, text: string, act?: NoticeAct) => void;

const NotifyContext = createContext<Notify | null>(null);
const shownMilliseconds = 8_000;
const actMilliseconds = 30_000;
const leastMilliseconds = 3_000;
const mostAtOnce = 3;

export function useNotify(): Notify {
  const notify = use(NotifyContext);
  if (!notify) throw new Error("useNotify needs the design system's Provider around it");
  return notify;
}

/** Holds the current notices. The region is always in the page, because screen readers announce only what is added to it. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const close = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), []);
  const notify = useCallback<Notify>((tone, text, act) => {
    next.current += 1;
    const id = next.current;
    setNotices((all) => [...all.filter((one) => one.text !== text), { id, tone, text, act }].slice(-mostAtOnce));
  }, []);
  return (
    <NotifyContext value={notify}>
      {children}
      {createPortal(<Stack notices={notices} onClose={close} />, noticesPlace)}
    </NotifyContext>
  );
}

/** Shows notices here in the page instead of its corner, so that they cover nothing that is being read. */
export function NoticesHere() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? placeNotices(place.current) : undefined), []);
  return <div ref={place} className={classes.here} />;
}

/** Lists the notices. None of them closes while the pointer or the focus is in the list, so there is time to read and act. */
function Stack({ notices, onClose }: { notices: readonly Shown[]; onClose: (id: number) => void }) {
  const [pointed, setPointed] = useState(false);
  const [within, setWithin] = useState(false);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    // Dialogs leave this much space free.
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = element;
      document.documentElement.style.setProperty("--tl-notices", `${offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // A dialog that closes can remove the region from under the pointer without an event, so each pointer move is checked.
  useEffect(() => {
    const look = ({ pointerType, target }: PointerEvent) =>
      setPointed(pointerType === "mouse" && (region.current?.contains(target as Node) ?? false));
    document.addEventListener("pointermove", look);
    return () => document.removeEventListener("pointermove", look);
  }, []);
  // An element that is removed under the pointer or with the focus fires no event when they leave.
  const count = notices.length;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) {
      setPointed(false);
      setWithin(region.current?.contains(document.activeElement) ?? false);
    }
    before.current = count;
  }, [count]);
  return (
    <section
      ref={region}
      className={classes.stack}
      aria-live="polite"
      aria-label={words.notices}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setWithin(true)}
      onBlur={({ relatedTarget }) => setWithin(region.current?.contains(relatedTarget) ?? false)}
    >
      {notices.map((one) => (
        <Toast key={one.id} notice={one} waits={pointed || within} onClose={onClose} />
      ))}
    </section>
  );
}

function Toast({ notice, waits, onClose }: { notice: Shown; waits: boolean; onClose: (id: number) => void }) {
  const { id, tone, text, act } = notice;
  const left = useRef(act ? actMilliseconds : shownMilliseconds);
  useEffect(() => {
    if (tone === "stop" || waits) return undefined;
    const since = Date.now();
    const timer = setTimeout(() => onClose(id), left.current);
    return () => {
      clearTimeout(timer);
      // Stays at least as long again when the pointer or the focus leaves.
      left.current = Math.max(leastMilliseconds, left.current - (Date.now() - since));
    };
  }, [id, tone, waits, onClose]);
  const takeUp = () => {
    act?.onAct();
    onClose(id);
  };
  return (
    <div className={classes.toast}>
      <Notice
        tone={tone}
        action={
          <>
            {act && <Button small variant="secondary" label={act.label} onClick={takeUp} />}
            <IconButton small label={words.closeNotice} icon={<IconX aria-hidden />} onClick={() => onClose(id)} />
          </>
        }
      >
        {text}
      </Notice>
    </div>
  );
}
