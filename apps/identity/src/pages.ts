import { createHash } from "node:crypto";
import type { Context } from "oidc-provider";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:15vh auto 0;padding:0 1.5rem;color:#1a1b1e;background:#fff}" +
  "h1{font-size:1.5rem}a{color:#1864ab}button{font:inherit;padding:.5rem 1rem}" +
  "@media(prefers-color-scheme:dark){body{color:#e9ecef;background:#1a1b1e}a{color:#74c0fc}}";

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
const styleHash = hashOf(style);

/** `formEnd`: where a redirect after the page's form may end, because browsers apply `form-action` to redirects too. */
function contentPolicy(formEnd: string | undefined, script: string | undefined): string {
  const url = formEnd ? URL.parse(formEnd) : null;
  const end = url ? ` ${url.origin === "null" ? url.protocol : url.origin}` : "";
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    ...(script ? [`script-src '${hashOf(script)}'`] : []),
    `form-action 'self'${end}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML, inside elements and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

type Page = {
  title: string;
  body: string;
  head?: string;
  formEnd?: string | undefined;
  script?: string | undefined;
};

/**
 * Answers with a small page. `body` and `head` are HTML, `title` is text, `formEnd` an address. The only script that may run is
 * `script`, which is the same for everyone: the page's policy names its hash.
 */
export function sendPage(ctx: Context, page: Page): void {
  ctx.set("Content-Security-Policy", contentPolicy(page.formEnd, page.script));
  ctx.set("Cache-Control", "no-store");
  ctx.type = "html";
  ctx.body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(page.title)}</title>
<style>${style}</style>
${page.head ?? ""}
</head>
<body>
<main>
<h1>${escapeHtml(page.title)}</h1>
${page.body}
</main>
${
  page.script
    ? `<script>${page.script}</script>
`
    : ""
}</body>
</html>
`;
}
