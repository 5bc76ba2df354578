import { useEffect, useRef, useState } from "react";
import { type Rotation, type Size, sharpness } from "./document-layout.ts";
import type { PDFDocumentProxy } from "./pdf.ts";
import classes from "./Viewer.module.css";
import { words } from "./words.ts";

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  factor: number;
  turn: Rotation;
  /** Tells how large it really is: until then it was taken for as large as the first. */
  onSize: (size: Size) => void;
}

/** Milliseconds that a page keeps its picture, stretched, while its size still changes. */
const settled = 120;

/** A rendered page with its text on top, for screen readers and copying. Rendering stops when it is out of sight. */
export function PdfPage({ document: pdf, number, factor, turn, onSize }: PdfPageProps) {
  const drawn = useRef<HTMLDivElement>(null);
  const texts = useRef<HTMLDivElement>(null);
  const latestOnSize = useRef(onSize);
  latestOnSize.current = onSize;
  const [state, setState] = useState<"drawing" | "drawn" | "wordless" | "failed">("drawing");
  useEffect(() => {
    let over = false;
    let stop: (() => void) | null = null;
    async function draw() {
      const [{ TextLayer, unit }, page] = await Promise.all([import("./pdf.ts"), pdf.getPage(number)]);
      if (over || !drawn.current || !texts.current) return;
      const { width, height } = page.getViewport({ scale: unit });
      latestOnSize.current({ width, height });
      const viewport = page.getViewport({ scale: factor * unit, rotation: (page.rotate + turn) % 360 });
      const sharp = sharpness(viewport, window.devicePixelRatio || 1);
      const canvas = document.createElement("canvas");
      canvas.className = classes.canvas as string;
      canvas.setAttribute("aria-hidden", "true");
      canvas.width = Math.max(1, Math.floor(viewport.width * sharp));
      canvas.height = Math.max(1, Math.floor(viewport.height * sharp));
      const task = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
      stop = () => task.cancel();
      await task.promise;
      const textContent = await page.getTextContent();
      if (over) return void release(canvas);
      for (const before of drawn.current.querySelectorAll("canvas")) release(before);
      drawn.current.replaceChildren(canvas);
      const layer = document.createElement("div");
      layer.className = classes.words as string;
      layer.style.setProperty("--total-scale-factor", String(viewport.scale));
      const text = new TextLayer({ textContentSource: textContent, container: layer, viewport });
      // Words are positioned on the unrotated page; the style sheet rotates all of them together.
      const { pageWidth, pageHeight } = viewport.rawDims as { pageWidth: number; pageHeight: number };
      layer.style.width = `${pageWidth * viewport.scale}px`;
      layer.style.height = `${pageHeight * viewport.scale}px`;
      await text.render();
      if (over || !texts.current) return;
      texts.current.replaceChildren(layer);
      page.cleanup();
      if (!over) setState(textContent.items.length > 0 ? "drawn" : "wordless");
    }
    const begin = setTimeout(
      () => {
        draw().catch((error: { name?: string }) => {
          if (!over && error.name !== "RenderingCancelledException") setState("failed");
        });
      },
      drawn.current?.firstChild ? settled : 0,
    );
    return () => {
      over = true;
      clearTimeout(begin);
      stop?.();
    };
  }, [pdf, number, factor, turn]);
  // A canvas keeps its pixels until garbage collection unless it is resized.
  useEffect(() => {
    const holder = drawn.current;
    return () => {
      for (const canvas of holder?.querySelectorAll("canvas") ?? []) release(canvas);
    };
  }, []);
  return (
    <>
      <div ref={drawn} data-drawn={state === "drawn" || state === "wordless" || undefined} />
      <div ref={texts} />
      {state === "wordless" && <p className={classes.hidden}>{words.pageWithoutText}</p>}
      {state === "failed" && <p className={classes.failed}>{words.pageFailed}</p>}
    </>
  );
}

function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
