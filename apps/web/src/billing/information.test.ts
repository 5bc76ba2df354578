import type { BillingInformation } from "@touchline/contract/billing/organization-billing";
import { expect, test } from "vitest";
import { informationBody, informationDraft } from "./information.ts";

const saved: BillingInformation = {
  name: "Rowan Youth Soccer",
  email: "treasurer@rowan.example",
  address: { line1: "1 Main Street", line2: null, city: "Rowan", state: "NC", postalCode: "28144", country: "US" },
  taxId: { type: "us_ein", value: "12-3456789" },
  taxExemption: "none",
  taxExempt: false,
  taxExemptThrough: null,
  taxExemptionReason: null,
  updatedAt: "2026-07-01T00:00:00.000Z",
};

test("what was saved and not touched is sent as it is", () => {
  const {
    taxExemption: _,
    taxExempt: _exempt,
    taxExemptThrough: _through,
    taxExemptionReason: _reason,
    updatedAt: __,
    ...body
  } = saved;
  expect(informationBody(informationDraft(saved, "Rowan"))).toEqual(body);
});

test("an organization begins with its own name and the United States", () => {
  expect(informationDraft(null, "Rowan Youth Soccer")).toMatchObject({ name: "Rowan Youth Soccer", country: "US" });
});

test("a tax number goes with its country, and none where the country has none of ours", () => {
  const draft = informationDraft(saved, "Rowan");
  expect(informationBody({ ...draft, country: "DE" }).taxId).toBeNull();
  expect(informationBody({ ...draft, country: "CA", taxIdType: "ca_bn", taxId: "123456789" }).taxId).toEqual({
    type: "ca_bn",
    value: "123456789",
  });
  expect(informationBody({ ...draft, taxId: "  " }).taxId).toBeNull();
});
