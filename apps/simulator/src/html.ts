/** The notice on every page that shows a simulated result. */
export const checkNotice = "Simulated provider: no real check is made";
/** The notice where money is paid. */
export const moneyNotice = "Simulated provider: no real money is charged";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] as string);

const style = `
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1a1a1a; background: #fff; }
  .notice { background: #fff3cd; border: 1px solid #7a5b00; padding: .5rem 1rem; font-weight: 600; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  label.check { font-weight: 400; }
  input:not([type=checkbox]), select, button { font: inherit; padding: .5rem; min-height: 2.75rem; box-sizing: border-box; max-width: 100%; }
  input[type=checkbox] { width: 1.5rem; height: 1.5rem; vertical-align: middle; }
  button { margin-top: 1rem; background: #0b4f9c; color: #fff; border: 0; border-radius: .25rem; padding: .5rem 1rem; cursor: pointer; }
  :focus-visible { outline: 3px solid #0b4f9c; outline-offset: 2px; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; border-bottom: 1px solid #767676; padding: .4rem; vertical-align: top; overflow-wrap: anywhere; }
  .scroll { overflow-x: auto; }
  .error { color: #a40000; }
`;

/** Returns a whole page: the notice, one heading, and no script. */
export function page(title: string, body: string, notice = checkNotice): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><header><p class="notice">${notice}.</p></header><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`;
}

export const htmlHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  "cache-control": "no-store",
};
