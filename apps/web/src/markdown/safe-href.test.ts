import { expect, test } from "vitest";
import { safeHref } from "./safe-href.ts";

const origin = "https://touchline.example";

test.each(["/policies/terms-of-service", "https://example.org/a?b#c", "mailto:help@example.org", "#whom-to-ask"])(
  "%s is a link",
  (href) => {
    expect(safeHref(href, origin)).toBe(href);
  },
);

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "http://[",
])("%j is none", (href) => {
  expect(safeHref(href, origin)).toBeNull();
});
