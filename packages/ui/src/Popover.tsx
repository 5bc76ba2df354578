import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { IconX } from "./icons.ts";
import { useIntent } from "./intent.ts";
import classes from "./Popover.module.css";

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
}

/** Between the trigger, the popover and the window's edges, in pixels. */
const gap = 6;

/**
 * More about a thing, beside it. The browser's own popover: Escape and a click elsewhere close it, the focus returns to
 * what opened it.
 */
export function Popover({ trigger, triggerLabel, title, children, onIntent }: PopoverProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const intent = useIntent(onIntent);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!opened || !element) return undefined;
    element.showPopover();
    const place = () => button.current && placeBeside(button.current, element);
    place();
    // What is inside comes later, and makes it larger.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    element.focus({ preventScroll: true });
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
        onClick={() => (opened ? panel.current?.hidePopover() : setOpened(true))}
        {...intent}
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
          onToggle={(event) => {
            if (event.newState !== "closed") return;
            const within = panel.current?.contains(document.activeElement) || document.activeElement === document.body;
            setOpened(false);
            if (within) button.current?.focus({ preventScroll: true });
          }}
        >
          <div className={classes.head}>
            <h3 className={classes.title} id={id}>
              {title}
            </h3>
            <IconButton
              label="Close"
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

/** Below the trigger, or above where there is more room; never beyond the window's sides. It scrolls with the page. */
function placeBeside(trigger: HTMLElement, panel: HTMLElement): void {
  const at = trigger.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = panel;
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = at.bottom + gap + offsetHeight <= clientHeight;
  const above = !fitsBelow && at.top > clientHeight - at.bottom;
  const top = above ? at.top - gap - offsetHeight : at.bottom + gap;
  const left = Math.max(gap, Math.min(at.left, clientWidth - offsetWidth - gap));
  panel.style.top = `${top + window.scrollY}px`;
  panel.style.left = `${left + window.scrollX}px`;
}
