import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { IconX } from "./icons.ts";
import { useIntent } from "./intent.ts";
import classes from "./Popover.module.css";
import { gap, sideOf } from "./place.ts";
import { words } from "./words.ts";

export interface PopoverProps {
  /** The content of the trigger. */
  trigger: ReactNode;
  /** The accessible name of the trigger. It begins with the visible text. */
  triggerLabel: string;
  /** The title of the popover. */
  title: string;
  /** Rendered only while it is open. */
  children: () => ReactNode;
  /** Called when the pointer or the focus rests on the trigger, so that the content can be prefetched. */
  onIntent?: (() => void) | undefined;
  /** Also opens when the mouse rests on it, and closes when the mouse leaves. The focus stays where it is. */
  onHover?: boolean;
}

/** The milliseconds until it opens under the mouse, and until it closes after the mouse has left. */
const hovering = { open: 350, close: 250 };

/**
 * Shows more about something next to it. It is the browser's own popover: Escape and a click elsewhere close it, and the focus
 * returns to its button.
 */
export function Popover({ trigger, triggerLabel, title, children, onIntent, onHover = false }: PopoverProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const intent = useIntent(onIntent);
  /** Whether it was opened by the mouse alone. */
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
    // The content is rendered later and makes it larger.
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
          // A click on a popover that the mouse has opened keeps it open.
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

/**
 * Positions the popover below the trigger, or above if there is more room, always within the window. It scrolls with the page.
 */
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
