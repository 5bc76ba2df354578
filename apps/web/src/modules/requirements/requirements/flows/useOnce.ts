import { useRef } from "react";

/**
 * Runs work unless the work before is still under way: the second click of a double click comes before the button is
 * drawn anew, and sends nothing. What fails is told by the work's own state.
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
