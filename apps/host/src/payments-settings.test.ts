import { credentials } from "@touchline/simulator/credentials";
import { expect, test } from "vitest";
import { hasCardFields, readPayments } from "./payments-settings.ts";
import { readSimulator } from "./simulated-providers.ts";

const read = (settings: Record<string, string>) => (name: string) => settings[name] ?? null;

test("without a key nothing can be paid by card", () => {
  expect(readPayments(read({}))).toBeNull();
  expect(() => readPayments(read({ STRIPE_WEBHOOK_SECRET: "whsec_1" }))).toThrow("STRIPE_SECRET_KEY is missing");
});

test("both keys of one mode make a card provider", () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  expect(readPayments(read(keys))).toMatchObject({
    url: "https://api.stripe.com",
    simulated: false,
    webhookSecret: null,
  });
  expect(() => readPayments(read({ ...keys, STRIPE_PUBLISHABLE_KEY: "pk_live_1" }))).toThrow("both be live keys");
  expect(() => readPayments(read({ STRIPE_SECRET_KEY: "sk_test_1" }))).toThrow("STRIPE_PUBLISHABLE_KEY is missing");
});

test("a page on an origin of its own needs the publishable key alone, and only a real key opens fields in the page", () => {
  const key = { STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  expect(() => readPayments(read(key))).toThrow("STRIPE_SECRET_KEY is missing");
  expect(readPayments(read(key), { pageIsApart: true })).toBeNull();
  expect(hasCardFields(read(key))).toBe(true);
  expect(hasCardFields(read({ ...key, STRIPE_SECRET_KEY: credentials.stripe.secretKey }))).toBe(false);
  expect(hasCardFields(read({}))).toBe(false);
});

test("a real key beside a simulator refuses to start, and is not repeated", () => {
  const key = { STRIPE_SECRET_KEY: "sk_test_1" };
  const demo = { demo: true, reachable: false };
  expect(() => readSimulator(read(key), demo)).toThrow("STRIPE_SECRET_KEY is a real key, but providers are simulated");
  const there = { ...key, STRIPE_URL: "http://127.0.0.1:3100/stripe" };
  expect(() => readSimulator(read(there), { demo: false, reachable: false })).toThrow(
    "STRIPE_URL leads to this machine",
  );
  expect(() => readSimulator(read(there), { demo: false, reachable: false })).not.toThrow("sk_test_1");
});
