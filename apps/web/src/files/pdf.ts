// The builds for browsers of the last years: the other ones run in those of the last months alone.
import { getDocument, type PDFDocumentProxy, PDFWorker, version } from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import type { Size } from "./document-layout.ts";
import { words } from "./words.ts";

export { TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
export type { PDFDocumentProxy };

/** The factor from a PDF's own unit, 72 to the inch, to that of the page, 96 to the inch. */
export const unit = 96 / 72;
/** The addresses of files that only some PDFs need: character maps, fonts, image decoders (see `vite.config.ts`). */
const extras = `/assets/pdfjs-${version}/`;
/** Milliseconds after which a file that doesn't open is given up. */
const timeoutMs = 30_000;
/** The most pixels of a picture within a PDF; larger pictures are left out. */
const mostImagePixels = 50_000_000;

/** An error with a message about why a PDF isn't shown and what to do. */
export class NotShown extends Error {}

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** The size of the first page, in units of the page. */
  first: Size;
  close: () => void;
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string;
  };
}

let voucher: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** The worker of this build and none other: the page's policy wants addresses of scripts vouched for. */
function ownWorker(): Worker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const url = new URL(workerUrl, location.href).href;
  voucher ??= trustedTypes?.createPolicy("touchline-pdf", { createScriptURL: (one) => one });
  const vouched = voucher?.createScriptURL(url);
  return new Worker(vouched ?? url, { type: "module" });
}

/**
 * Opens a PDF in a worker of its own, which ends with it. Pages are drawn as pictures with their text on top, so scripts,
 * forms and links in the PDF don't work.
 *
 * @throws NotShown
 */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const port = ownWorker();
  const worker = new PDFWorker({ port: port as never });
  const loading = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    worker,
    enableXfa: false,
    maxImageSize: mostImagePixels,
    cMapUrl: `${extras}cmaps/`,
    cMapPacked: true,
    iccUrl: `${extras}iccs/`,
    standardFontDataUrl: `${extras}standard_fonts/`,
    wasmUrl: `${extras}wasm/`,
  });
  const close = () => {
    void loading.destroy().catch(() => undefined);
    worker.destroy();
    port.terminate();
  };
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    const document = await Promise.race([
      loading.promise,
      new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new NotShown(words.pdfTooSlow)), timeoutMs);
        port.addEventListener("error", () => reject(new NotShown(words.pdfUnsupported)));
      }),
    ]);
    const { width, height } = (await document.getPage(1)).getViewport({ scale: unit });
    return { document, close, first: { width, height } };
  } catch (error) {
    close();
    throw new NotShown(wordsOf(error));
  } finally {
    clearTimeout(late);
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof NotShown) return error.message;
  const { name } = error as { name?: string };
  if (name === "PasswordException") return words.pdfLocked;
  if (name === "InvalidPDFException") return words.pdfDamaged;
  return words.pdfFailed;
}
