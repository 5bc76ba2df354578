/** The gap between the popover, its trigger, and the window's edges, in pixels. */
export const gap = 6;

/**
 * Computes the position of something that opens next to an element: below it, or above if there is more room there. It also
 * limits the height, so that it stays within the window.
 */
export function sideOf(
  at: { top: number; bottom: number },
  height: number,
  window: number,
  preferred: "below" | "above" = "below",
): { above: boolean; room: number } {
  const below = Math.max(0, window - at.bottom - 2 * gap);
  const over = Math.max(0, at.top - 2 * gap);
  const above = preferred === "above" ? height <= over || over >= below : height > below && over > below;
  return { above, room: Math.floor(above ? over : below) };
}
