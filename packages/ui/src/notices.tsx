import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";
import { IconX } from "./icons.ts";
import classes from "./Notice.module.css";
import { Notice } from "./Notice.tsx";
import type { Tone } from "./status.ts";

interface Shown {
  id: number;
  tone: Tone;
  text: string;
  act: NoticeAct | undefined;
}

/** What can be done about what was said, for as long as it stands there: "Undo". */
export interface NoticeAct {
  label: string;
  onAct: () => void;
}

/**
 * Says something in the corner of the screen. What stops one stays until it is closed, the rest for eight seconds; with an
 * act, for twenty.
 */
export type Notify = (tone: Tone, text: string, act?: NoticeAct) => void;

const NotifyContext = createContext<Notify | null>(null);
const shownMilliseconds = { read: 8_000, acted: 20_000 };
const mostAtOnce = 3;

export function useNotify(): Notify {
  const notify = use(NotifyContext);
  if (!notify) throw new Error("useNotify needs the design system's Provider around it");
  return notify;
}

/** Holds what is being said. The region is always in the page: screen readers announce only what is added to it. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const notify = useCallback<Notify>((tone, text, act) => {
    next.current += 1;
    const id = next.current;
    setShown((all) => [...all.filter((one) => one.text !== text), { id, tone, text, act }].slice(-mostAtOnce));
  }, []);
  return (
    <NotifyContext value={notify}>
      {children}
      <section className={classes.stack} aria-live="polite" aria-label="Notices">
        {shown.map((one) => (
          <Toast key={one.id} shown={one} onClose={close} />
        ))}
      </section>
    </NotifyContext>
  );
}

function Toast({ shown, onClose }: { shown: Shown; onClose: (id: number) => void }) {
  const { id, tone, text, act } = shown;
  useEffect(() => {
    if (tone === "stop") return undefined;
    const timer = setTimeout(() => onClose(id), act ? shownMilliseconds.acted : shownMilliseconds.read);
    return () => clearTimeout(timer);
  }, [id, tone, act, onClose]);
  return (
    <div className={classes.toast}>
      <Notice
        tone={tone}
        action={<IconButton small label="Close notice" icon={<IconX aria-hidden />} onClick={() => onClose(id)} />}
      >
        {text}
        {act && (
          <>
            {" "}
            <Button
              small
              variant="tertiary"
              label={act.label}
              onClick={() => {
                onClose(id);
                act.onAct();
              }}
            />
          </>
        )}
      </Notice>
    </div>
  );
}
