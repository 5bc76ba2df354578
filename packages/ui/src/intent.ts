import { useEffect, useRef } from "react";

/** How long one rests on a thing before that counts as an intent, in milliseconds; sweeping over a list asks for nothing. */
const rest = 80;

/**
 * Tells when the pointer or the focus rests on a thing: what lies behind it may be fetched already.
 *
 * @returns the handlers of its element.
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
