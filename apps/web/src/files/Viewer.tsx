import {
  IconArrowAutofitWidth,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconButton,
  IconChevronDown,
  IconChevronUp,
  IconFile,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  Notice,
} from "@touchline/ui";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useKeys } from "../useKeys.ts";
import {
  factorOf,
  gap,
  keysWithin,
  type Layout,
  layoutOf,
  lying,
  type Rotation,
  rotated,
  type Size,
  type Spot,
  seen,
  singleKeys,
  spotAt,
  topOf,
  typedPage,
  type ViewerAct,
  type Zoom,
  zoomed,
} from "./document-layout.ts";
import { ImagePage, openImage } from "./ImagePage.tsx";
import { PdfPage } from "./PdfPage.tsx";
import type { OpenPdf } from "./pdf.ts";
import classes from "./Viewer.module.css";
import { words } from "./words.ts";

interface ViewerProps {
  blob: Blob;
  kind: "pdf" | "image";
  name: string;
  /** Whether its single keys act wherever the focus is on the page. */
  pageKeys?: boolean;
  /** Shown next to the message if the document can't be displayed. */
  download: ReactNode;
}

/** Pages that have a place; of a longer document the rest is downloaded. */
const mostPages = 2_000;

type Opened =
  | ({ kind: "pdf"; pages: number; first: Size } & OpenPdf)
  | { kind: "image"; url: string; pages: 1; first: Size; close: () => void };

/** A PDF or a picture, to read: pages, size, turning, the whole screen, all by keyboard too. */
export function Viewer({ blob, kind, name, pageKeys = false, download }: ViewerProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    let close: (() => void) | null = null;
    setOpened(null);
    setFailure(null);
    open(blob, kind).then(
      (found) => {
        if (over) return found.close();
        close = found.close;
        setOpened(found);
      },
      (error: Error) => {
        if (!over) setFailure(error.message);
      },
    );
    return () => {
      over = true;
      close?.();
    };
  }, [blob, kind]);
  if (failure !== null) {
    return (
      <Notice tone="needs" title={failure} action={download}>
        {words.openElsewhere}
      </Notice>
    );
  }
  if (!opened) {
    return (
      <div className={classes.closed} role="status">
        <p>{words.openingFile({ name })}</p>
      </div>
    );
  }
  return <Pages opened={opened} name={name} pageKeys={pageKeys} />;
}

async function open(blob: Blob, kind: "pdf" | "image"): Promise<Opened> {
  if (kind === "image") return { kind, pages: 1, ...(await openImage(blob)) };
  const { openPdf } = await import("./pdf.ts");
  const opened = await openPdf(blob);
  return { kind, ...opened, pages: opened.document.numPages };
}

function Pages({ opened, name, pageKeys }: { opened: Opened; name: string; pageKeys: boolean }) {
  const count = Math.min(opened.pages, mostPages);
  const figure = useRef<HTMLElement>(null);
  const frame = useRef<HTMLElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  /** Includes the scroll bar, so that a height derived from it doesn't change when the bar appears. */
  const [across, setAcross] = useState(0);
  const [zoom, setZoom] = useState<Zoom>("width");
  const [turn, setTurn] = useState<Rotation>(0);
  const [{ top, at }, setPlace] = useState({ top: 0, at: 1 });
  const [sizes, setSizes] = useState<readonly Size[]>(() => Array.from({ length: count }, () => opened.first));
  const full = useFullScreen(figure);
  // A picture that fits isn't enlarged; a page is as wide as the frame, however small its paper size.
  const most = opened.kind === "image" ? 1 : undefined;
  const layout = useMemo(
    () =>
      layoutOf(
        sizes.map((size) => lying(size, turn)),
        (size) => factorOf(zoom, size, room, most),
      ),
    [sizes, turn, zoom, room, most],
  );
  const factorAt = (page: number) => factorOf(zoom, lying(sizes[page] as Size, turn), room, most);
  const spot = useRef<Spot>({ page: 0, part: 0, line: 0 });
  /** The position that code scrolled to, which isn't a change of the reader's position. */
  const placed = useRef(0);
  /** The middle of the frame across the document, as a share of its width. */
  const middle = useRef(0.5);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => {
      setRoom({ width: element.clientWidth, height: element.clientHeight });
      setAcross(element.offsetWidth);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  // The visible part stays in place when everything around it changes its size.
  const settle = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    element.scrollTop = topOf(layout, spot.current, element.clientHeight);
    placed.current = element.scrollTop;
    element.scrollLeft = middle.current * element.scrollWidth - element.clientWidth / 2;
    setPlace({ top: element.scrollTop, at: spot.current.page + 1 });
  }, [layout]);
  useLayoutEffect(settle, [settle]);

  const goTo = (page: number) => {
    spot.current = { page: page - 1, part: 0, line: 0 };
    settle();
  };
  const factor = factorAt(at - 1);
  const acts: Record<ViewerAct, () => void> = {
    nextPage: () => goTo(Math.min(count, at + 1)),
    previousPage: () => goTo(Math.max(1, at - 1)),
    firstPage: () => goTo(1),
    lastPage: () => goTo(count),
    in: () => setZoom(zoomed(factor, "in")),
    out: () => setZoom(zoomed(factor, "out")),
    width: () => setZoom("width"),
    page: () => setZoom("page"),
    turn: () => setTurn(rotated(turn)),
    full: full.toggle,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keysWithin[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches("input")) return;
    // Along a page that is wider than the frame arrows go as they do everywhere.
    const wide = frame.current && frame.current.scrollWidth > frame.current.clientWidth + 1;
    if (event.key.startsWith("Arrow") && wide) return;
    event.preventDefault();
    acts[act]();
  };
  useKeys({
    plain: pageKeys ? Object.fromEntries(Object.entries(singleKeys).map(([key, act]) => [key, acts[act]])) : {},
  });

  // One page, a picture most often, leaves no empty room below itself; enlarged it gets as much as there is.
  const alone = lying(sizes[0] as Size, turn);
  const fitting = factorOf(typeof zoom === "number" ? zoom : "width", alone, { width: across, height: 0 }, most);
  const tallest = count === 1 && across > 0 && !full.on ? Math.ceil(alone.height * fitting) + 2 * gap : undefined;
  const { first, last } = seen(layout, top, room.height);
  const onSize = (page: number, size: Size) =>
    setSizes((before) => {
      const known = before[page] as Size;
      if (Math.abs(known.width - size.width) < 0.5 && Math.abs(known.height - size.height) < 0.5) return before;
      return before.with(page, size);
    });
  return (
    <section ref={figure} className={classes.viewer} onKeyDown={onKeyDown} aria-label={name}>
      <Tools {...{ count, at, factor, zoom, acts, goTo, full }} />
      <section
        ref={frame}
        className={classes.frame}
        style={{ maxHeight: tallest }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={words.documentNamed({ name })}
        onScroll={({ currentTarget }) => {
          const { scrollTop, clientHeight, scrollLeft, clientWidth, scrollWidth } = currentTarget;
          middle.current = (scrollLeft + clientWidth / 2) / scrollWidth;
          if (Math.abs(scrollTop - placed.current) > 1) spot.current = spotAt(layout, scrollTop, clientHeight);
          placed.current = scrollTop;
          setPlace({ top: scrollTop, at: spot.current.page + 1 });
        }}
      >
        <div className={classes.sheets} style={{ height: layout.height, minWidth: layout.width }}>
          {room.width > 0 &&
            Array.from({ length: last - first + 1 }, (_, step) => first + step).map((page) => (
              <Sheet key={page} page={page} count={count} layout={layout}>
                {opened.kind === "pdf" ? (
                  <PdfPage
                    document={opened.document}
                    number={page + 1}
                    factor={factorAt(page)}
                    turn={turn}
                    onSize={(size) => onSize(page, size)}
                  />
                ) : (
                  <ImagePage url={opened.url} name={name} size={opened.first} factor={factorAt(page)} turn={turn} />
                )}
              </Sheet>
            ))}
        </div>
      </section>
      {opened.pages > count && (
        <p className={classes.more}>
          {words.pagesLeftOut({ shown: count.toLocaleString(), total: opened.pages.toLocaleString() })}
        </p>
      )}
    </section>
  );
}

function Sheet(props: { page: number; count: number; layout: Layout; children: ReactNode }) {
  const { page, count, layout, children } = props;
  const { width, height } = layout.sizes[page] as Size;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is no set of fields
    <div
      role="group"
      aria-label={words.pageOfPages({ page: page + 1, count })}
      className={classes.sheet}
      style={{ width, height, top: layout.tops[page] }}
    >
      {children}
    </div>
  );
}

interface ToolsProps {
  count: number;
  at: number;
  factor: number;
  zoom: Zoom;
  acts: Record<ViewerAct, () => void>;
  goTo: (page: number) => void;
  full: { on: boolean; possible: boolean };
}

function Tools({ count, at, factor, zoom, acts, goTo, full }: ToolsProps) {
  return (
    <div className={classes.tools} role="toolbar" aria-label={words.document}>
      {count > 1 && (
        <div className={classes.group}>
          <IconButton
            small
            label={words.previousPage}
            icon={<IconChevronUp aria-hidden />}
            disabled={at <= 1}
            onClick={acts.previousPage}
          />
          <PageNumber at={at} count={count} goTo={goTo} />
          <IconButton
            small
            label={words.nextPage}
            icon={<IconChevronDown aria-hidden />}
            disabled={at >= count}
            onClick={acts.nextPage}
          />
        </div>
      )}
      <div className={classes.group}>
        <IconButton small label={words.zoomOut} icon={<IconZoomOut aria-hidden />} onClick={acts.out} />
        <span className={classes.factor} role="status" aria-label={words.zoomLevel}>
          {Math.round(factor * 100)}%
        </span>
        <IconButton small label={words.zoomIn} icon={<IconZoomIn aria-hidden />} onClick={acts.in} />
      </div>
      <div className={classes.group}>
        {zoom === "width" ? (
          <IconButton small label={words.fitPage} icon={<IconFile aria-hidden />} onClick={acts.page} />
        ) : (
          <IconButton small label={words.fitWidth} icon={<IconArrowAutofitWidth aria-hidden />} onClick={acts.width} />
        )}
        <IconButton small label={words.rotate} icon={<IconRotateClockwise aria-hidden />} onClick={acts.turn} />
        {full.possible && (
          <IconButton
            small
            label={full.on ? words.exitFullScreen : words.fullScreen}
            icon={full.on ? <IconArrowsMinimize aria-hidden /> : <IconArrowsMaximize aria-hidden />}
            onClick={acts.full}
          />
        )}
      </div>
    </div>
  );
}

/** Shows the current page, and lets the reader type another. */
function PageNumber({ at, count, goTo }: { at: number; count: number; goTo: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const page = typed === null ? null : typedPage(typed, count);
    setTyped(null);
    if (page !== null) goTo(page);
  };
  return (
    <span className={classes.number}>
      <input
        aria-label={words.page}
        inputMode="numeric"
        size={String(count).length + 1}
        value={typed ?? String(at)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            go();
          }
          if (event.key === "Escape" && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      {words.ofPages({ count })}
    </span>
  );
}

/** The whole screen for one element, where the browser gives it: telephones give it to films alone. */
function useFullScreen(of: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === of.current);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, [of]);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else void of.current?.requestFullscreen?.().catch(() => undefined);
  };
  return { on, possible: document.fullscreenEnabled === true, toggle };
}
