/** Between what opens, what opens it, and the window's edges, in pixels. */
export const gap = 6;

/**
 * Where what opens beside a thing has its place: below, or above where it does not fit and there is more room; and how high
 * it may be there, so that it never begins or ends outside of the window.
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
