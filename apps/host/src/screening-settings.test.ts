import { expect, test } from "vitest";
import { readScreening, simulatedScreening } from "./screening-settings.ts";

const read = (settings: Record<string, string>) => readScreening((name) => settings[name] ?? null);

test("a provider of background checks is there with its key, and no other", () => {
  expect(read({})).toEqual({ yardstik: null, checkr: null, sterling: null });
  expect(read({ YARDSTIK_API_KEY: "key", YARDSTIK_URL: "https://api.yardstik-staging.com/" })).toMatchObject({
    yardstik: { url: "https://api.yardstik-staging.com", apiKey: "key", simulated: false, signatureKey: null },
    checkr: null,
  });
  expect(read({ CHECKR_API_KEY: "key" }).checkr).toMatchObject({
    url: "https://api.checkr.com",
    signatureKey: "key",
  });
});

test("Sterling needs its whole set of settings", () => {
  const whole = { STERLING_CLIENT_ID: "us", STERLING_CLIENT_SECRET: "s", STERLING_URL: "https://sterling.example/api" };
  expect(read(whole).sterling).toMatchObject({ tokenUrl: "https://sterling.example/api/oauth/token", callback: null });
  expect(() => read({ STERLING_CLIENT_ID: "us" })).toThrow("STERLING_URL, or none");
  expect(() => read({ ...whole, STERLING_CALLBACK_USER: "us" })).toThrow("STERLING_CALLBACK_PASSWORD");
});

test("a key is sent unencrypted to this machine only", () => {
  const at = (url: string) => read({ CHECKR_API_KEY: "simulated_key", CHECKR_URL: url }).checkr;
  expect(at("http://127.0.0.1:3100/checkr")).toMatchObject({ url: "http://127.0.0.1:3100/checkr", simulated: true });
  for (const url of ["http://api.checkr.com", "ftp://localhost", "checkr", "https://user@api.checkr.com"]) {
    expect(() => at(url), url).toThrow("CHECKR_URL is");
  }
});

test("a simulator plays every provider, and says so", () => {
  expect(simulatedScreening(null)).toEqual({ yardstik: null, checkr: null, sterling: null });
  const simulated = simulatedScreening("http://127.0.0.1:3100");
  expect(Object.values(simulated).map((one) => one?.simulated)).toEqual([true, true, true]);
});
