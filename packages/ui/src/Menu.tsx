import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import classes from "./Menu.module.css";
import { useFollow } from "./navigation.tsx";
import { sideOf } from "./place.ts";

export interface MenuItem {
  key: string;
  label: string;
  /** A second, quieter line. */
  note?: string | undefined;
  icon?: ReactNode;
  /** One of several options, of which one is selected. */
  checked?: boolean;
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it can't be chosen. It is shown with this reason and does nothing. */
  disabledReason?: string | undefined;
}

export interface MenuProps {
  /** The menu's name, and the button's unless the button has its own text. */
  label: string;
  namedByText?: boolean;
  /** The content of the button. */
  children: ReactNode;
  groups: readonly { title?: string; items: readonly MenuItem[] }[];
  /** Opens upwards if possible, because its button is at the bottom of the window. */
  above?: boolean;
}

/** A button that opens a list of actions. Arrow keys, Home, and End move; Escape closes it and restores the focus. */
export function Menu({ label, namedByText = false, children, groups, above = false }: MenuProps) {
  const [opened, setOpened] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ fromStart: boolean; above: boolean } | null>(null);
  const id = useId();

  // It is aligned with the end of its button, unless it would begin outside the window; then it is aligned with its start.
  // It opens on the side where it fits, and scrolls if it fits on neither.
  useLayoutEffect(() => {
    if (!opened) return setPlace(null);
    const find = () => {
      if (!button.current || !list.current) return;
      const at = button.current.getBoundingClientRect();
      list.current.style.removeProperty("--room");
      const { height, left } = list.current.getBoundingClientRect();
      const side = sideOf(at, height, document.documentElement.clientHeight, above ? "above" : "below");
      list.current.style.setProperty("--room", `${side.room}px`);
      setPlace((present) => ({ above: side.above, fromStart: present?.fromStart || left < 0 }));
    };
    find();
    window.addEventListener("resize", find);
    return () => window.removeEventListener("resize", find);
  }, [opened, above]);

  useEffect(() => {
    if (!opened) return undefined;
    frame.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const onOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpened(false);
    };
    document.addEventListener("pointerdown", onOutside);
    return () => document.removeEventListener("pointerdown", onOutside);
  }, [opened]);

  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened) return;
    if (event.key === "Escape") {
      // A dialog or drawer around the menu must not close with it.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") {
      setOpened(false);
    } else {
      moveFocus(event, frame.current);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the keys of the menu inside it
    <div className={classes.frame} ref={frame} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={namedByText ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {children}
      </button>
      {opened && (
        <div
          ref={list}
          className={classes.list}
          data-above={(place?.above ?? above) || undefined}
          data-from-start={place?.fromStart || undefined}
          role="menu"
          id={id}
          aria-label={label}
        >
          {groups.map((group, index) => (
            // biome-ignore lint/a11y/useSemanticElements: this is a group in a menu, where a fieldset wouldn't fit
            <div key={group.title ?? index} role="group" aria-label={group.title} className={classes.group}>
              {group.title && <div className={classes.title}>{group.title}</div>}
              {group.items.map((item) => (
                <Item key={item.key} item={item} onDone={close} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const follow = useFollow();
  const content = (
    <>
      {item.icon}
      <span className={classes.words}>
        {item.label}
        {(item.disabledReason ?? item.note) && <span className={classes.note}>{item.disabledReason ?? item.note}</span>}
      </span>
    </>
  );
  const shared = { className: classes.item, tabIndex: -1, "data-danger": item.danger || undefined };
  if (item.disabledReason !== undefined) {
    return (
      <button {...shared} type="button" role="menuitem" aria-disabled="true">
        {content}
      </button>
    );
  }
  if (item.href !== undefined) {
    const { href } = item;
    return (
      <a
        {...shared}
        role="menuitem"
        href={href}
        onClick={(event) => {
          onDone();
          follow(event, href);
        }}
      >
        {content}
      </a>
    );
  }
  const select = () => {
    onDone();
    item.onSelect?.();
  };
  if (item.checked === undefined) {
    return (
      <button {...shared} type="button" role="menuitem" onClick={select}>
        {content}
      </button>
    );
  }
  return (
    <button {...shared} type="button" role="menuitemradio" aria-checked={item.checked} onClick={select}>
      {content}
    </button>
  );
}

function moveFocus(event: KeyboardEvent, frame: HTMLElement | null): void {
  const items = [...(frame?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const here = items.findIndex((item) => item.matches(":focus"));
  const targets: Record<string, number> = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (here - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}
