import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { usualSettings } from "../library/content.ts";
import {
  type ConsentFacts,
  consentCounts,
  consentDocuments,
  consentsCountFrom,
  isOrderedAtProvider,
  orderedProduct,
  unsignedConsents,
} from "./consents.ts";
import { rightsSummary, rightsSummaryTitle } from "./rights-summary.ts";

const facts: ConsentFacts = {
  ...{ organization: "Harbor FC", organizationState: null, homeState: "US-TX", provider: 3 },
  ...{ notice: "", noticeFile: null },
};
const kinds = (more: Partial<ConsentFacts> = {}) => consentDocuments({ ...facts, ...more }).map(({ kind }) => kind);
const day = 86_400_000;

test("citizens of another country get the international product, where there is one", () => {
  const usual = usualSettings["background-check"];
  const settings = { ...usual, provider: 0 as const, clientId: "c", productId: "us", product: "Basic" };
  const both = { ...settings, internationalProductId: "int", internationalProduct: "Abroad" };
  const ordered = (of: typeof both, country: string | null, otherCountry: string | null = null) =>
    orderedProduct(of, country === null ? null : { country, otherCountry })?.productId;
  expect([null, "US"].map((country) => ordered(both, country))).toEqual(["us", "us"]);
  expect([ordered(both, "CA"), ordered(both, "US", "PT"), ordered(both, "PT", "US")]).toEqual(["int", "int", "int"]);
  expect(ordered({ ...both, internationalProductId: null as never }, "CA")).toBe("us");
  expect(orderedProduct({ ...both, clientId: null }, { country: "CA", otherCountry: null })).toBeNull();
});

test("the summary of rights is the CFPB's, to the letter", () => {
  expect(createHash("sha256").update(`${rightsSummaryTitle}\n\n${rightsSummary}`).digest("hex")).toBe(
    "8dbd0388a61dc66e9b0d9445c436066afc24ff3ed6f9a7384b3403e252566c0c",
  );
  expect(rightsSummary).toContain("1-888-567-8688");
  expect(rightsSummary).toContain("Office of Aviation Consumer Protection");
});

test("the authorization comes last, and a notice only where there is one", () => {
  expect(kinds()).toEqual(["electronic", "disclosure", "rights", "authorization"]);
  expect(kinds({ notice: " \n " })).not.toContain("notice");
  expect(kinds({ notice: "Hello", homeState: "US-NY", organizationState: "CA" })).toEqual([
    ...["electronic", "notice", "disclosure", "rights", "state-CA", "state-NY", "authorization"],
  ]);
  expect(kinds({ homeState: "CA-ON" })).toEqual(kinds());
  expect(kinds({ homeState: null })).toContain("abroad");
});

test("another file of the organization's notice is another wording, though its name is the same", () => {
  const wording = (sha256: string) =>
    consentDocuments({ ...facts, noticeFile: { name: "notice.pdf", sha256 } }).find(({ kind }) => kind === "notice")
      ?.wording;
  expect(wording("a".repeat(64))).not.toBe(wording("b".repeat(64)));
});

test("every document names the organization or is a public text, and none asks for a Social Security number", () => {
  for (const state of ["CA", "MA", "MN", "NJ", "NY", "OK", "WA"]) {
    for (const { kind, text, statement } of consentDocuments({ ...facts, homeState: `US-${state}` })) {
      expect(`${kind}: ${text}`).toMatch(kind === "rights" ? /FCRA/ : /Harbor FC/);
      expect(`${text} ${statement}`).not.toMatch(/undefined|null|enter your Social/i);
    }
  }
});

test("a signature counts for 60 days, unless it was withdrawn or used by a completion", () => {
  const now = 1_000 * day;
  const from = (withdrawnAt: number | null, completedAt: number | null) =>
    consentsCountFrom({ withdrawnAt, completedAt }, now);
  expect(from(null, null)).toBe(940 * day);
  expect(from(null, 100 * day)).toBe(940 * day);
  expect(from(null, 950 * day)).toBe(950 * day + 1);
  expect(from(990 * day, 950 * day)).toBe(990 * day + 1);
  const signed = { kind: "disclosure", version: "v", signedAt: 950 * day, as: "guardian" } as const;
  expect(consentCounts(signed, { minor: true }, from(null, null))).toBe(true);
  expect(consentCounts(signed, { minor: false }, from(null, null))).toBe(false);
  expect(consentCounts(signed, { minor: true }, from(990 * day, null))).toBe(false);
});

test("what is missing is told in the order of the pages, where somebody lives first", () => {
  const documents = (["electronic", "abroad", "disclosure"] as const).map((kind) => ({ kind, version: kind }));
  const signed = (kind: "electronic" | "disclosure", version: string = kind) =>
    ({ kind, version, signedAt: 0, as: "self" }) as const;
  expect(unsignedConsents(documents, [])).toEqual(["homeState", "electronic", "disclosure"]);
  expect(unsignedConsents(documents, [signed("electronic"), signed("disclosure", "old")])).toEqual([
    "homeState",
    "disclosure",
  ]);
});

test("nothing is signed where no account, no product or no agency is chosen", () => {
  const settings = { ...usualSettings["background-check"], provider: 3, clientId: "c", productId: "p" } as const;
  expect(isOrderedAtProvider(settings)).toBe(true);
  expect(isOrderedAtProvider({ ...settings, clientId: null })).toBe(false);
  expect(isOrderedAtProvider({ ...settings, productId: null })).toBe(false);
  expect(isOrderedAtProvider({ ...settings, provider: 99 })).toBe(false);
});
