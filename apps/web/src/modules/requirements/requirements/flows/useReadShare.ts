import { type RefObject, useEffect, useState } from "react";

/** Returns the largest share of an element that has been visible so far, in percent. */
export function useReadShare(of: RefObject<HTMLElement | null>): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    const look = () => {
      const box = of.current?.getBoundingClientRect();
      if (!box || box.height === 0) return;
      const passed = Math.round(((window.innerHeight - box.top) / box.height) * 100);
      setShare((before) => Math.min(100, Math.max(before, passed, 0)));
    };
    // The text loads later, and its size depends on the width of the window.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", look);
    };
  }, [of]);
  return share;
}
