import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { endpointsAlone } from "./endpoints-alone.ts";

/** In development nothing stands before the page to fill in what the host fills in per request. */
function developmentPlaceholders(): Plugin {
  return {
    name: "development-placeholders",
    apply: "serve",
    transformIndexHtml: (html) =>
      html.replaceAll("__SUPPORT_EMAIL__", "support@example.org").replaceAll(/__(API|IDENTITY|CHAT)__/g, ""),
  };
}

/** What PDF files may do without: character maps, fonts, colors, decoders of images. The viewer asks for each when it needs it. */
function pdfExtras(): Plugin {
  const from = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  return {
    name: "pdf-extras",
    apply: "build",
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(from, "package.json"), "utf8"));
      for (const folder of ["cmaps", "iccs", "standard_fonts", "wasm"]) {
        for (const name of await readdir(join(from, folder))) {
          // A PDF's own scripts never run, so what would run them stays away.
          if (name.startsWith("quickjs")) continue;
          const source = await readFile(join(from, folder, name));
          this.emitFile({ type: "asset", fileName: `assets/pdfjs-${version}/${folder}/${name}`, source });
        }
      }
    },
  };
}

/** What most pages show, and how they ask for it. */
const smallParts = new RegExp(
  [
    /packages\/ui\/src\/(Checkbox|EmptyState|Facts|PageHeader|Panel|StatusBadge)\b/,
    /@tanstack\/(query-core|react-query)\/build\/modern\/(mutationObserver|useMutation|infiniteQuery\w*|useInfiniteQuery)\.js$/,
    /web\/src\/(parts\/(ShowMore|words)|dates|files\/save-file)\b/,
    /Icon(Ban|Calendar\w*|CircleDashed|CircleMinus|Clock\w*|Hourglass|MailQuestion|Refresh)\.mjs$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointsAlone(), developmentPlaceholders(), pdfExtras()],
  // The host replaces this word by a fresh nonce in every answer.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // For operators only: the host doesn't serve source maps.
    sourcemap: "hidden",
    // Says which files a page needs: their weight is tested.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs comes as one file, and the signs of what is sent in as another: many small ones are larger
    // together, and later.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", tags: ["$initial"], priority: 1 },
            { name: "signs", test: /Icon(Camera|Download|ExternalLink|Eye|Trash|Upload|UserPlus)\.mjs$/ },
            // Each of these is tiny, and would be asked for on its own: on a slow line that is what takes the time.
            { name: "parts", test: smallParts },
            {
              name: "table",
              test: /packages\/ui\/src\/(BulkBar|DataTable|SortHeader|TableRow)\b|Icon(Arrow(Down|Up|sSort))\.mjs$/,
            },
            {
              name: "money",
              test: /web\/src\/(billing\/(addresses|leave|money|queries|words)|own-document)\b|currencies\.ts\?endpoints|rules\/src\/money/,
            },
          ],
        },
      },
    },
  },
});
