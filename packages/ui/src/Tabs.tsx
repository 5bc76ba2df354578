import { Tabs as MantineTabs } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import classes from "./Tabs.module.css";

export interface TabsProps<Key extends string> {
  /** What the tabs select, for screen readers. */
  label: string;
  /** `more`: there are more than `count`. */
  tabs: readonly { key: Key; label: string; count?: number | undefined; more?: boolean | undefined }[];
  current: Key;
  onChange: (key: Key) => void;
  /** The content of the current tab. */
  children: ReactNode;
}

const count = new Intl.NumberFormat();
const classNames = {
  root: classes.root ?? "",
  list: classes.list ?? "",
  tab: classes.tab ?? "",
  tabLabel: classes.label ?? "",
  tabSection: classes.count ?? "",
};

/** Several views, one at a time. Arrow keys, Home, and End move between the tabs and select. */
export function Tabs<Key extends string>({ label, tabs, current, onChange, children }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null);
  useSelectedInView(list, current);
  return (
    <MantineTabs
      unstyled
      classNames={classNames}
      value={current}
      onChange={(value) => {
        const tab = tabs.find(({ key }) => key === value);
        if (tab) onChange(tab.key);
      }}
      keepMounted={false}
    >
      <MantineTabs.List ref={list} aria-label={label}>
        {tabs.map((tab) => (
          <MantineTabs.Tab
            key={tab.key}
            value={tab.key}
            // Mantine selects with arrow keys, but Home and End only move the focus there.
            onKeyUp={({ key }) => (key === "Home" || key === "End") && tab.key !== current && onChange(tab.key)}
            rightSection={tab.count !== undefined && `${count.format(tab.count)}${tab.more ? "+" : ""}`}
          >
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={current}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}

/** On a phone the list is wider than the page, so this keeps the selected tab in view. */
function useSelectedInView(listRef: RefObject<HTMLElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is selected
  useEffect(() => {
    const list = listRef.current;
    const tab = list?.querySelector<HTMLElement>(":scope > [aria-selected=true]");
    if (!tab || !list) return undefined;
    // Also runs once the width is known, and when the device is rotated.
    const observer = new ResizeObserver(() => {
      const [start, end] = [tab.offsetLeft - list.offsetLeft, tab.offsetLeft - list.offsetLeft + tab.offsetWidth];
      if (start < list.scrollLeft || end > list.scrollLeft + list.clientWidth) list.scrollLeft = start - 16;
    });
    observer.observe(list);
    observer.observe(tab);
    return () => observer.disconnect();
  }, [listRef, current]);
}
