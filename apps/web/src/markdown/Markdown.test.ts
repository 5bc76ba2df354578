import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withoutTitle } from "../modules/accounts/policies/without-title.ts";
import { Markdown } from "./Markdown.tsx";

// The design system is for a page; of it only the element that a link becomes matters here.
vi.mock("@touchline/ui", () => ({ TextLink: "a" }));

beforeAll(() => void Object.assign(globalThis, { location: { origin: "https://touchline.example" } }));
afterAll(() => void Reflect.deleteProperty(globalThis, "location"));

const rendered = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text })).replaceAll(/ (class|target|rel)="[^"]*"/g, "");

test("headings, lists, emphasis and links become elements of the page", () => {
  const text = "# Rules\n\n## One\n\n- never **alone**\n- *always* told\n\n1. a\n2. [read](/policies/terms-of-service)";
  expect(rendered(text)).toBe(
    "<div><h2>Rules</h2><h2>One</h2><ul><li>never <strong>alone</strong></li><li><em>always</em> told</li></ul>" +
      '<ol start="1"><li>a</li><li><a href="/policies/terms-of-service">read</a></li></ol></div>',
  );
});

test.each([
  "<script>alert(1)</script>",
  "a <img src=x onerror=alert(1)> b",
  "[x](javascript:alert(1))",
  "![x](https://elsewhere.example/pixel.png)",
  '<a href="javascript:alert(1)">x</a>',
  "<svg><animate onbegin=alert(1)>",
])("%s runs nothing and loads nothing", (text) => {
  expect(rendered(text)).not.toMatch(/<(script|img|svg|animate|a)\b/);
});

test("what stands for itself is shown as it was typed", () => {
  expect(rendered("a \\* b & c `<d>`")).toBe("<div><p>a * b &amp; c <code>&lt;d&gt;</code></p></div>");
});

test("a first heading that repeats the page's title is left out", () => {
  expect(withoutTitle("# Terms of service\n\nOne.", "Terms of Service")).toBe("One.");
  expect(withoutTitle("# Rules\n\nOne.", "Terms of Service")).toBe("# Rules\n\nOne.");
});
