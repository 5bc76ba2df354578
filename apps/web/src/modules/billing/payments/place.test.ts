import { expect, test } from "vitest";
import { readPlace } from "./place.ts";

const fee = "01890a5d-ac96-774b-bcce-b302099a8057.01890a5d-ac96-774b-bcce-b302099a8058";
const payment = "01890a5d-ac96-774b-bcce-b302099a8059";

test("an empty address chooses nothing by name", () => {
  expect(readPlace({})).toEqual({
    chosen: null,
    paymentMethodId: null,
    paymentId: null,
    isFromBank: false,
    entersCard: false,
  });
});

test("one fee or several are chosen, and what is no fee is left out", () => {
  expect(readPlace({ item: fee }).chosen).toEqual([fee]);
  expect(readPlace({ item: [fee, "x", `${fee}z`] }).chosen).toEqual([fee]);
});

test("choosing nothing on purpose is not the same as an address that says nothing", () => {
  expect(readPlace({ item: "none" }).chosen).toEqual([]);
});

test("only what the provider and the server call so is taken for a card or a payment", () => {
  expect(readPlace({ payment_method: "pm_1Abc", payment }).paymentMethodId).toBe("pm_1Abc");
  expect(readPlace({ payment_method: "seti_1Abc" }).paymentMethodId).toBeNull();
  expect(readPlace({ payment }).paymentId).toBe(payment);
  expect(readPlace({ payment: "../x" }).paymentId).toBeNull();
  expect(readPlace({ payment_intent: "pi_1", redirect_status: "succeeded" }).isFromBank).toBe(true);
});
