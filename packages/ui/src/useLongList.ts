import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The position in a long list, in pages of its source. */
export interface LongListPlace {
  perPage: number;
  /** The page at which the list opens, from 1. Changes that the list reported itself don't scroll it. */
  page: number;
  /** Called when the first visible row is on another page, once scrolling has paused. */
  onPage: (page: number) => void;
  /** Called with the rows that are or soon will be visible, from 0. */
  onRange: (first: number, last: number) => void;
  /** Identifies the list. Row heights are remembered by it, so that going back finds the same place. */
  memory: string;
}

/** Row heights when the list was left, by its identifier. */
const remembered = new Map<string, VirtualItem[]>();
/** The number of lists to remember. */
const mostRemembered = 30;
/** Pixels of a row until one is measured: in a table, and as a card. */
const usual = { table: 58, card: 106 };
/** Up to this width, in pixels, rows are cards. */
const widestCards = 640;
/** Where the page's header ends and the rows under the table's own header begin, in pixels. */
const covered = 104;
/** Milliseconds that scrolling must pause before the position is reported. */
const pause = 300;
const pageStep = 10;

/** Draws the visible part of a long list and moves the focus by keys. The page scrolls it. */
export function useLongList(count: number, known: boolean, place: LongListPlace) {
  const { perPage, page, onPage, onRange, memory } = place;
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [cards, setCards] = useState(() => window.innerWidth < widestCards);
  const [held, setHeld] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    const look = () => {
      if (!body.current) return;
      const { top: fromWindow, width } = body.current.getBoundingClientRect();
      setTop(Math.round(fromWindow + window.scrollY));
      setCards(width < widestCards);
    };
    look();
    // Content above the list can change its height.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // Called for every row of the list, and again whenever the function changes.
  const estimateSize = useCallback(() => (cards ? usual.card : usual.table), [cards]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (held === null || held >= range.count || drawn.includes(held)) return drawn;
      return [...drawn, held].sort((a, b) => a - b);
    },
    [held],
  );
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: covered,
    scrollPaddingEnd: 56,
    rangeExtractor,
    initialMeasurementsCache: remembered.get(memory) ?? [],
  });
  const items = virtualizer.getVirtualItems().map(({ index, start, size }) => ({ index, start: start - top, size }));
  const offset = virtualizer.scrollOffset ?? 0;
  const first = Math.min(virtualizer.getVirtualItemForOffset(offset + covered)?.index ?? 0, Math.max(0, count - 1));
  const last = Math.min(virtualizer.range?.endIndex ?? first, count - 1);

  const drawnFirst = items[0]?.index ?? 0;
  const drawnLast = items.at(-1)?.index ?? 0;
  useEffect(() => onRange(drawnFirst, drawnLast), [onRange, drawnFirst, drawnLast]);

  useRemembered(memory, virtualizer);
  useOpenedAt(known, count, place, first, virtualizer);

  const pageHere = Math.floor(first / perPage) + 1;
  useEffect(() => {
    if (!known || pageHere === page) return undefined;
    const timer = setTimeout(() => onPage(pageHere), pause);
    return () => clearTimeout(timer);
  }, [known, pageHere, page, onPage]);

  // The focused row may be drawn, or its data loaded, later than the key press.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = body.current?.querySelector(`[data-index="${wanted.current}"] [data-row-link]`);
    if (!(row instanceof HTMLElement)) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const link = event.target instanceof Element && event.target.closest("[data-row-link]");
    const here = link ? indexOf(link) : null;
    if (here === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Record<string, number> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + pageStep,
      PageUp: here - pageStep,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(count - 1, target));
    wanted.current = index;
    setHeld(index);
    virtualizer.scrollToIndex(index, { align: "auto" });
  };
  return {
    frame,
    body,
    items,
    first,
    last,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** Whether the list is scrolling, so rows pass under a resting pointer. */
    scrolls: useCallback(() => virtualizer.isScrolling, [virtualizer]),
    toTop: () => {
      wanted.current = 0;
      setHeld(0);
      window.scrollTo({ top: Math.max(0, top - 2 * covered) });
    },
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => setHeld(indexOf(event.target)),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget) && wanted.current === null) setHeld(null);
      },
    },
  };
}

function indexOf(element: Element): number | null {
  const index = element.closest("[data-index]")?.getAttribute("data-index");
  return index == null ? null : Number(index);
}

type Rows = ReturnType<typeof useWindowVirtualizer<HTMLTableRowElement>>;

/** Heights are kept when the list is left or another is shown in its place. */
function useRemembered(memory: string, virtualizer: Rows): void {
  useEffect(
    () => () => {
      remembered.delete(memory);
      remembered.set(memory, virtualizer.takeSnapshot());
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    },
    [memory, virtualizer],
  );
}

/** Scrolls to the page in the address once the length is known, unless the browser has restored the position. */
function useOpenedAt(known: boolean, count: number, place: LongListPlace, first: number, virtualizer: Rows): void {
  const { page, perPage, memory } = place;
  const opened = useRef<string | null>(null);
  const latest = useRef(first);
  latest.current = first;
  useEffect(() => {
    if (!known || opened.current === memory) return;
    opened.current = memory;
    const index = Math.min((page - 1) * perPage, count - 1);
    if (page === 1 || Math.floor(latest.current / perPage) + 1 === page) return;
    virtualizer.scrollToIndex(index, { align: "start" });
  }, [known, memory, page, perPage, count, virtualizer]);
}
