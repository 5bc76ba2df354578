import { type KeyboardEvent, type ReactNode, useEffect, useId } from "react";
import classes from "./Tabs.module.css";

export interface TabsProps<Key extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  /** `more`: there are more than `count`. */
  tabs: readonly { key: Key; label: string; count?: number | undefined; more?: boolean | undefined }[];
  current: Key;
  onChange: (key: Key) => void;
  /** What the current tab shows. */
  children: ReactNode;
}

const count = new Intl.NumberFormat();

/** Several views of one thing, one at a time. Arrows, Home and End move between the tabs and choose. */
export function Tabs<Key extends string>({ label, tabs, current, onChange, children }: TabsProps<Key>) {
  const id = useId();
  // On a phone the list is wider than the page; the one that is chosen stays in sight.
  useEffect(() => {
    const tab = document.getElementById(`${id}-${current}`);
    const list = tab?.parentElement;
    if (!tab || !list) return undefined;
    // Also once it has its width, and when the device is turned.
    const observer = new ResizeObserver(() => {
      const [start, end] = [tab.offsetLeft - list.offsetLeft, tab.offsetLeft - list.offsetLeft + tab.offsetWidth];
      if (start < list.scrollLeft || end > list.scrollLeft + list.clientWidth) list.scrollLeft = start - 16;
    });
    observer.observe(list);
    observer.observe(tab);
    return () => observer.disconnect();
  }, [id, current]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = tabs.findIndex((tab) => tab.key === current);
    const targets: Record<string, number> = {
      ArrowRight: (here + 1) % tabs.length,
      ArrowLeft: (here - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[targets[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <>
      <div className={classes.list} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            <span className={classes.label}>{tab.label}</span>
            {tab.count !== undefined && (
              <span className={classes.count}>
                {count.format(tab.count)}
                {tab.more && "+"}
              </span>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
