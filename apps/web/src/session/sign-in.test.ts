import { expect, test } from "vitest";
import { CallFailed } from "../transport.ts";
import { signInProblem } from "./sign-in.ts";
import { words } from "./words.ts";

const refused = (error: string, error_description: string) =>
  new CallFailed("Bad Request", 400, { error, error_description } as object);

test("a page opened at another address than the public one isn't told that the password is wrong", () => {
  expect(
    signInProblem(refused("invalid_request", "origin http://127.0.0.1:4500 not allowed for client: touchline-web")),
  ).toBe(words.otherAddress);
  expect(signInProblem(refused("invalid_grant", "Wrong email or password."))).toBe(words.wrongPassword);
});
