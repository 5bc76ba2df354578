import { useRef } from "react";

/**
 * Runs work unless an earlier run is still in progress: the second click of a double click comes before the button is
 * disabled, and sends nothing. Errors are handled by the work itself.
 */
export function useOnce(): (work: () => Promise<unknown>) => void {
  const running = useRef(false);
  return (work) => {
    if (running.current) return;
    running.current = true;
    const over = () => {
      running.current = false;
    };
    work().then(over, over);
  };
}
