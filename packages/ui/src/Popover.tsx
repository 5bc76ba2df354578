import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { IconX } from "./icons.ts";
import { useIntent } from "./intent.ts";
import classes from "./Popover.module.css";
import { gap, sideOf } from "./place.ts";
import { words } from "./words.ts";

export interface PopoverProps {
  /** What opens it shows. */
  trigger: ReactNode;
  /** What opens it is called; begins with the words it shows. */
  triggerLabel: string;
  /** The title of what opens. */
  title: string;
  /** Made only while it is open. */
  children: () => ReactNode;
  /** The pointer or the focus rests on what opens it: what it will show may be fetched already. */
  onIntent?: (() => void) | undefined;
  /** Opens also when the mouse rests on it, and closes when it leaves; the focus stays where it is. */
  onHover?: boolean;
}

/** How long the mouse rests until it opens, and is away until it closes, in milliseconds. */
const hovering = { open: 350, close: 250 };

/**
 * More about a thing, beside it. The browser's own popover: Escape and a click elsewhere close it, the focus returns to
 * what opened it.
 */
export function Popover({ trigger, triggerLabel, title, children, onIntent, onHover = false }: PopoverProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const intent = useIntent(onIntent);
  /** Opened by the mouse alone. */
  const peeked = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEnter = (event: PointerEvent) => {
    clearTimeout(timer.current);
    if (!onHover || event.pointerType !== "mouse" || opened) return;
    timer.current = setTimeout(() => {
      peeked.current = true;
      setOpened(true);
    }, hovering.open);
  };
  const onLeave = () => {
    clearTimeout(timer.current);
    if (peeked.current) timer.current = setTimeout(() => panel.current?.hidePopover(), hovering.close);
  };

  useLayoutEffect(() => {
    const element = panel.current;
    if (!opened || !element) return undefined;
    element.showPopover();
    const place = () => button.current && placeBeside(button.current, element);
    place();
    // What is inside comes later, and makes it larger.
    const observer = new ResizeObserver(() => requestAnimationFrame(place));
    observer.observe(element);
    if (!peeked.current) element.focus({ preventScroll: true });
    return () => observer.disconnect();
  }, [opened]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.trigger}
        aria-label={triggerLabel}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => {
          clearTimeout(timer.current);
          if (!opened) return setOpened(true);
          if (!peeked.current) return panel.current?.hidePopover();
          // Whoever clicks what the mouse has opened wants it to stay.
          peeked.current = false;
          panel.current?.focus({ preventScroll: true });
        }}
        {...intent}
        onPointerEnter={(event) => {
          intent.onPointerEnter();
          onEnter(event);
        }}
        onPointerLeave={() => {
          intent.onPointerLeave();
          onLeave();
        }}
      >
        {trigger}
      </button>
      {opened && (
        <div
          ref={panel}
          popover="auto"
          role="dialog"
          aria-labelledby={id}
          className={classes.panel}
          tabIndex={-1}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={onLeave}
          onToggle={(event) => {
            if (event.newState !== "closed") return;
            const byMouse = peeked.current;
            peeked.current = false;
            const within = panel.current?.contains(document.activeElement) || document.activeElement === document.body;
            setOpened(false);
            if (within && !byMouse) button.current?.focus({ preventScroll: true });
          }}
        >
          <div className={classes.head}>
            <h3 className={classes.title} id={id}>
              {title}
            </h3>
            <IconButton
              label={words.close}
              icon={<IconX aria-hidden />}
              onClick={() => {
                panel.current?.hidePopover();
                button.current?.focus({ preventScroll: true });
              }}
            />
          </div>
          {children()}
        </div>
      )}
    </>
  );
}

/** Below the trigger, or above where there is more room; never beyond the window's edges. It scrolls with the page. */
function placeBeside(trigger: HTMLElement, panel: HTMLElement): void {
  const at = trigger.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  panel.style.removeProperty("--room");
  const { above, room } = sideOf(at, panel.offsetHeight, clientHeight);
  panel.style.setProperty("--room", `${room}px`);
  const { offsetWidth, offsetHeight } = panel;
  const top = above ? at.top - gap - offsetHeight : at.bottom + gap;
  const left = Math.max(gap, Math.min(at.left, clientWidth - offsetWidth - gap));
  panel.style.top = `${top + window.scrollY}px`;
  panel.style.left = `${left + window.scrollX}px`;
}
