import { useFollow } from "./navigation.tsx";
import classes from "./StackedBar.module.css";
import type { Share } from "./shares.ts";
import { words } from "./words.ts";

export interface StackedBarProps {
  shares: readonly Share[];
  /** Thicker where it is the page's one picture. */
  large?: boolean;
  /** A click on a part. The keyboard must find the same elsewhere: in the legend. */
  onPick?: (key: string) => void;
  /** The parts that are picked; the others step back. */
  picked?: readonly string[];
  /** Where a part leads. The keyboard must find the same elsewhere: in the table of numbers. */
  hrefOf?: (share: Share) => string | undefined;
}

/** A whole and its parts, as lengths. Only a picture: the numbers stand beside it in words. */
export function StackedBar({ shares, large = false, onPick, picked = [], hrefOf }: StackedBarProps) {
  const follow = useFollow();
  return (
    <span className={classes.bar} data-large={large || undefined} aria-hidden="true">
      {shares.map((share) => {
        if (share.count === 0) return null;
        const href = hrefOf?.(share);
        const shared = {
          className: classes.part,
          "data-tone": share.tone,
          "data-hatched": share.hatched || undefined,
          "data-faint": (picked.length > 0 && !picked.includes(share.key)) || undefined,
          style: { flexGrow: share.count },
          title: words.shareOf(share),
        };
        return href === undefined ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the legend has the buttons
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <span
            key={share.key}
            {...shared}
            data-picks={onPick !== undefined || undefined}
            onClick={onPick && (() => onPick(share.key))}
          />
        ) : (
          <a
            key={share.key}
            {...shared}
            data-picks
            tabIndex={-1}
            href={href}
            onClick={(event) => follow(event, href)}
          />
        );
      })}
    </span>
  );
}
