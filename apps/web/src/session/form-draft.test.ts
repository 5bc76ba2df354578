import { afterEach, expect, test, vi } from "vitest";
import { forgetTyped, keepTyped, typedAt } from "./form-draft.ts";

/** Mocks a tab's storage. Like in browsers, its keys are its own properties. */
function aTab(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(kept, key) ? kept[key] : null),
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
  const kept: Record<string, string> = Object.create(methods);
  return kept as unknown as Storage;
}
afterEach(() => vi.unstubAllGlobals());

const any = () => true;

test("what was typed is found again at its place until it is saved", () => {
  vi.stubGlobal("sessionStorage", aTab());
  keepTyped("form.1", { answer: "Bees" });
  expect(typedAt("form.1", any)).toEqual({ answer: "Bees" });
  expect(typedAt("form.2", any)).toBeNull();
  keepTyped("form.1", null);
  expect(typedAt("form.1", any)).toBeNull();
});

test("what has another shape than the page knows is not taken for it", () => {
  vi.stubGlobal("sessionStorage", aTab());
  keepTyped("form.1", { answer: "Bees" });
  expect(typedAt<{ other: string }>("form.1", ({ other }) => other !== undefined)).toBeNull();
  sessionStorage.setItem("touchline.typed.form.1", "{half");
  expect(typedAt("form.1", any)).toBeNull();
});

test("when the session ends all of it goes, and nothing else", () => {
  vi.stubGlobal("sessionStorage", aTab());
  keepTyped("form.1", { answer: "Bees" });
  keepTyped("library.2", { name: "Cards" });
  sessionStorage.setItem("touchline.profile", "p1");
  forgetTyped();
  expect(typedAt("form.1", any)).toBeNull();
  expect(typedAt("library.2", any)).toBeNull();
  expect(sessionStorage.getItem("touchline.profile")).toBe("p1");
});

test("a browser that keeps nothing, or has no room, is no failure", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { setItem: full, getItem: full, removeItem: full });
  expect(() => keepTyped("form.1", { answer: "Bees" })).not.toThrow();
  expect(typedAt("form.1", any)).toBeNull();
  expect(forgetTyped).not.toThrow();
});
