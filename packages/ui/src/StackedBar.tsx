import { useFollow } from "./navigation.tsx";
import classes from "./StackedBar.module.css";
import type { Share } from "./shares.ts";
import { words } from "./words.ts";

export interface StackedBarProps {
  shares: readonly Share[];
  /** Thicker if it is the page's main picture. */
  large?: boolean;
  /** Called on a click on a part. The legend must offer the same to the keyboard. */
  onPick?: (key: string) => void;
  /** The selected parts. The others are fainter. */
  picked?: readonly string[];
  /** Where a part leads. The table of numbers must offer the same to the keyboard. */
  hrefOf?: (share: Share) => string | undefined;
}

/** A bar of the parts of a whole. Hidden from screen readers, because the numbers are in the text next to it. */
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
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer, because the legend has buttons
          // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer, because the legend has buttons
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
