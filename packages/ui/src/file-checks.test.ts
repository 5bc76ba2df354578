import { maxFileBytes } from "@touchline/contract";
import { expect, test } from "vitest";
import { acceptAttribute, fileProblem, fileSize, usualFileLimits } from "./file-checks.ts";

test.each(["certificate.pdf", "photo.JPG", "photo.jpeg", "list.Csv", "münchen 証明書.png"])("%s is taken", (name) => {
  expect(fileProblem({ name, size: 1000 })).toBeNull();
});

test.each(["run.exe", "photo.jpg.exe", "noending", ".pdf.", "page.html", ""])(
  "“%s” is refused for its kind",
  (name) => {
    expect(fileProblem({ name, size: 1000 })).toContain("can't be used. Choose one of these file types:");
  },
);

test("a file may have exactly the largest size, and no byte more", () => {
  expect(fileProblem({ name: "a.pdf", size: maxFileBytes })).toBeNull();
  expect(fileProblem({ name: "a.pdf", size: maxFileBytes + 1 })).toContain(
    "is larger than 25 MB. Choose a smaller file.",
  );
});

test("an empty file is refused", () => {
  expect(fileProblem({ name: "a.pdf", size: 0 })).toContain("is empty");
});

test("a place can take fewer kinds and smaller files", () => {
  const limits = { extensions: ["png"], maxBytes: 2048 };
  expect(fileProblem({ name: "a.pdf", size: 10 }, limits)).toContain("Choose one of these file types: PNG.");
  expect(fileProblem({ name: "a.png", size: 4096 }, limits)).toContain("is larger than 2 KB");
});

test("the file chooser offers jpg along with jpeg", () => {
  expect(acceptAttribute(usualFileLimits)).toContain(".jpeg,.jpg");
});

test("sizes are said in words", () => {
  expect([fileSize(1), fileSize(1536 * 1024), fileSize(25 * 1024 * 1024)]).toEqual(["1 KB", "1.5 MB", "25 MB"]);
});
