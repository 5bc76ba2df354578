/** The introduction of the API docs, in HTML. */
export const guide = (publicUrl: string) => `<h1>Touchline API</h1>
<p>Ask from your own software whether a person is cleared. An administrator of the organization creates a key under <a href="/account/integrations/keys">API keys</a>.</p>
<h2>First call</h2>
<pre><code>curl "${publicUrl}/api/v1/eligibility?externalId=12345&amp;levelId=LEVEL_ID" \\
  -H "Authorization: Bearer tl_live_YOUR_KEY"</code></pre>
<p>Only <code>"eligible": true</code> lets somebody take part. The verdict is judged at the moment of the call, so don't store it for later.</p>
<h2>Rules for every call</h2>
<ul>
<li>Send the key in the <code>Authorization</code> header. A key in a URL is refused with 400, and must be rotated.</li>
<li>Each organization can make 600 calls at once and 10 more each second, counted on each server. Above that, calls are answered with 429 and <code>Retry-After</code> in seconds.</li>
<li>A refusal is <code>application/problem+json</code> with <code>status</code>, <code>code</code>, and <code>detail</code>, a sentence for people.</li>
<li>The whole description is an <a href="/api/openapi.json">OpenAPI 3.1 document</a>, from which you can generate a client.</li>
</ul>
<h2>Calls for API keys</h2>`;

/** The style sheet of the API docs. */
export const style = `
:root { color-scheme: light dark; --ink: #1b2430; --quiet: #5b6675; --line: #d5dbe3; --sunken: #f4f6f9; --ground: #fff; --link: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --quiet: #a3afbf; --line: #364252; --sunken: #1b2430; --ground: #11171f; --link: #7db8f5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.875rem; line-height: 1.2; margin: 0 0 0.75rem; }
h2 { font-size: 1.375rem; margin: 2.25rem 0 0.5rem; }
h3 { font-size: 1.0625rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.9375rem; margin: 1.25rem 0 0.5rem; }
p { margin: 0.5rem 0; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken); }
section { margin-block: 1rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; }
.method { display: inline-block; padding: 0 0.5rem; border-radius: 0.25rem; background: var(--sunken); border: 1px solid var(--line); font-size: 0.8125rem; }
.quiet, small { color: var(--quiet); font-size: 0.875rem; }
th small { display: block; font-weight: 400; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
td { overflow-wrap: anywhere; min-width: 8rem; }
.groups { columns: 14rem; padding-inline-start: 1.25rem; }
`;
