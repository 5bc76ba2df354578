import { useEffect, useRef } from "react";

/** Milliseconds that the pointer must rest on an element, so that passing over a list fetches nothing. */
const rest = 80;

/**
 * Calls back when the pointer or focus rests on an element, so that its page can be prefetched.
 *
 * @returns the element's event handlers.
 */
export function useIntent(onIntent: (() => void) | undefined) {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  const stop = () => clearTimeout(resting.current);
  const start = () => {
    stop();
    if (onIntent) resting.current = setTimeout(onIntent, rest);
  };
  return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop };
}
