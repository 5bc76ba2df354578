import { plural } from "../plural.ts";

/** The texts of showing, downloading and scanning files. */
export const words = {
  // Shared
  sizeAndScan: ({ size, scan }: { size: string; scan: string }) => `${size} · ${scan}`,
  uploadStalled: "The upload stalled. Check your connection.",

  // ArchiveButton
  downloadAllFiles: ({ count }: { count: number }) =>
    plural(count, { one: "Download # file", other: "Download all # files" }),
  downloadProgress: ({ received, total }: { received: string; total: string }) => `${received} of ${total}`,

  // DownloadButton
  download: "Download",
  downloadFile: ({ name }: { name: string }) => `Download ${name}`,

  // FileViewer
  loadingFile: ({ name }: { name: string }) => `Loading ${name}…`,
  notViewable: "This type of file can't be shown here. Download it to open it.",
  tryAgain: "Try again",

  // pdf
  pdfTooSlow: "This PDF takes too long to open here.",
  pdfUnsupported: "This browser can't show PDFs here.",
  pdfLocked: "This PDF needs a password, so it can't be shown here.",
  pdfDamaged: "This PDF is damaged, so it can't be shown here.",
  imageFailed: "This image is damaged or too large for this browser, so it can't be shown here.",
  pdfFailed: "This PDF can't be shown here.",

  // PdfPage
  pageWithoutText: "This page is an image. It has no text that a screen reader can read.",
  pageFailed: "This page can't be shown. Download the file to see it.",

  // scan-remarks
  archiveNotScanned: "Contents not scanned",
  scanning: "Being scanned for malware",
  notScanned: "Not scanned yet",
  infected: "Locked because it contains malware",

  // scan-words
  infectedHelp: "This file contains malware. It's locked, and no one can open it.",
  scanFailedHelp: ({ email }: { email: string }) =>
    `This file couldn't be scanned for malware. We try again every 10 minutes, and the file appears here once it works. If this doesn't change, ask for the document as another file, or contact ${email}.`,
  scanningHelp: "This file is being scanned for malware. It appears here once that's done.",
  notScannedOwn: ({ count }: { count: number }) =>
    plural(count, {
      one: "# file couldn't be scanned for malware. We try again every 10 minutes. You don't need to do anything. Until then only you can open it, and your organization decides after that.",
      other:
        "# files couldn't be scanned for malware. We try again every 10 minutes. You don't need to do anything. Until then only you can open them, and your organization decides after that.",
    }),
  notScannedOthers: ({ count }: { count: number }) =>
    plural(count, {
      one: "# file couldn't be scanned for malware. We try again every 10 minutes. Until then only the person who submitted it can open it.",
      other:
        "# files couldn't be scanned for malware. We try again every 10 minutes. Until then only the person who submitted them can open them.",
    }),

  // Viewer
  openElsewhere: "Download it to open it in another app.",
  openingFile: ({ name }: { name: string }) => `Opening ${name}…`,
  pagesLeftOut: ({ shown, total }: { shown: string; total: string }) =>
    `The first ${shown} of ${total} pages are shown here. Download the file to read the rest.`,
  ofPages: ({ count }: { count: number }) => `of ${count}`,
  documentNamed: ({ name }: { name: string }) => `${name}, document`,
  pageOfPages: ({ page, count }: { page: number; count: number }) => `Page ${page} of ${count}`,
  document: "Document",
  previousPage: "Previous page",
  nextPage: "Next page",
  zoomOut: "Zoom out",
  zoomLevel: "Zoom",
  zoomIn: "Zoom in",
  fitPage: "Fit page",
  fitWidth: "Fit width",
  rotate: "Rotate",
  exitFullScreen: "Exit full screen",
  fullScreen: "Full screen",
  page: "Page",
};
