import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("unused data is kept for 60 seconds", () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(60_000);
});
