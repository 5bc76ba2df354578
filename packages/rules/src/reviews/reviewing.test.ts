import { contentKinds } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { expect, test } from "vitest";
import { usualSettings } from "../library/content.ts";
import { reviewExpected } from "./reviewing.ts";

const expected = contentKinds.filter((kind) => reviewExpected(usualSettings[kind] as ContentSettings));

test("papers that somebody sends in are looked at; what a provider, a register or a player decides is not", () => {
  expect(expected).toEqual([
    ...["document", "form", "abuse-prevention-training", "age-verification", "custom-training"],
    ...["identity-verification", "live-scan"],
  ]);
});

test("a document is looked at as its author says", () => {
  expect(reviewExpected({ ...usualSettings.document, reviewRequired: false })).toBe(false);
});

test("a training without certificates brings no reviews, and a package only where its author wants them", () => {
  const training = usualSettings["custom-training"];
  const packaged = { ...training, packageFileId: "a package" };
  expect(reviewExpected({ ...usualSettings["abuse-prevention-training"], acceptsCertificates: false })).toBe(false);
  expect(reviewExpected(packaged)).toBe(false);
  expect(reviewExpected({ ...packaged, packageReviewed: true })).toBe(true);
});
