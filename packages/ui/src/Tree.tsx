import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type DragEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { IconChevronRight } from "./icons.ts";
import classes from "./Tree.module.css";
import { useTreeKeys } from "./useTreeKeys.ts";

/** A visible row of a tree. Rows below a collapsed one are left out. */
export interface TreeRow {
  id: string;
  /** The text that is searched while typing. */
  name: string;
  parentId: string | null;
  /** From 1. */
  level: number;
  /** Null if nothing is below. */
  open: boolean | null;
  /** Its position among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
}

export interface TreeProps<Row extends TreeRow> {
  label: string;
  rows: readonly Row[];
  /** The selected row, from which the keys move. */
  chosen: string;
  onChoose: (id: string) => void;
  onToggle: (id: string, open: boolean) => void;
  /** Called for any other key on the selected row. @returns whether the key was handled. */
  onKey: (key: string, id: string) => boolean;
  /** The content of a row, next to its arrow. */
  render: (row: Row) => ReactNode;
  mayDrag: (row: Row) => boolean;
  mayDrop: (dragged: string, on: Row) => boolean;
  onDrop: (dragged: string, on: string) => void;
}

/** The height of a row in pixels until it is measured. A long name or large text makes it higher. */
const rowHeight = 44;
/** The milliseconds for which a dragged row must rest on a collapsed one until that expands. */
const springs = 700;

/**
 * A tree of any size, of which only the visible rows are rendered. It is one stop for Tab: arrow keys move, expand, and
 * collapse, and typing finds a name. Rows can be dragged onto others if the caller allows it.
 */
export function Tree<Row extends TreeRow>(props: TreeProps<Row>) {
  const { label, rows, chosen, onChoose, onToggle, render } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const at = rows.findIndex((row) => row.id === chosen);
  // The selected row is always rendered, because aria-activedescendant refers to it.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (at === -1 || at >= range.count || drawn.includes(at)) return drawn;
      return [...drawn, at].sort((a, b) => a - b);
    },
    [at],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor,
  });
  useEffect(() => {
    if (at !== -1) virtualizer.scrollToIndex(at, { align: "auto" });
  }, [at, virtualizer]);
  const onKeyDown = useTreeKeys(props);
  const drag = useDrag(props);
  const rowId = (row: TreeRow) => `${id}-${row.id}`;
  return (
    <div
      ref={frame}
      className={classes.tree}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at === -1 ? undefined : `${id}-${chosen}`}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and refers to the row
            <div
              key={row.id}
              id={rowId(row)}
              ref={virtualizer.measureElement}
              data-index={item.index}
              role="treeitem"
              className={classes.row}
              aria-level={row.level}
              aria-expanded={row.open ?? undefined}
              aria-selected={row.id === chosen}
              aria-posinset={row.place}
              aria-setsize={row.siblings}
              data-drop={drag.over === row.id || undefined}
              style={{
                transform: `translateY(${item.start}px)`,
                paddingInlineStart: `min(${(row.level - 1) * 1.25}rem, 30%)`,
              }}
              onClick={() => onChoose(row.id)}
              {...drag.of(row)}
            >
              {row.open === null ? (
                <span className={classes.leaf} />
              ) : (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same
                // biome-ignore lint/a11y/noStaticElementInteractions: the row says whether it is expanded
                <span
                  className={classes.arrow}
                  data-open={row.open || undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    onToggle(row.id, !row.open);
                  }}
                >
                  <IconChevronRight size={18} aria-hidden />
                </span>
              )}
              {render(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Handles dragging a row onto another: possible targets are marked, and collapsed rows expand. */
function useDrag<Row extends TreeRow>({ mayDrag, mayDrop, onDrop, onToggle }: TreeProps<Row>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const spring = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(spring.current), []);
  const enter = (row: Row) => {
    if (over === row.id) return;
    setOver(row.id);
    clearTimeout(spring.current);
    if (row.open === false) spring.current = setTimeout(() => onToggle(row.id, true), springs);
  };
  const end = () => {
    clearTimeout(spring.current);
    setDragged(null);
    setOver(null);
  };
  const of = (row: Row) => ({
    draggable: mayDrag(row),
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", row.name);
      setDragged(row.id);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null || !mayDrop(dragged, row)) {
        if (over !== null) setOver(null);
        return;
      }
      event.preventDefault();
      enter(row);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const from = dragged;
      end();
      if (from !== null && mayDrop(from, row)) onDrop(from, row.id);
    },
    onDragEnd: end,
  });
  return { over, of };
}
