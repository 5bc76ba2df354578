import { expect, test } from "vitest";
import { placeOf } from "./place.ts";

const id = "0190c0de-0000-7000-8000-000000000001";

test.each([
  [`/members/${id}`, "member"],
  [`/requirements/${id}/`, "requirement"],
  [`/review/${id}`, "requirement"],
  [`/library/${id}`, "content"],
  [`/dashboard/${id}`, "level"],
])("%s leads to one organization's own", (path, kind) => {
  expect(placeOf(path)).toMatchObject({ kind, id });
});

test.each(["/", "/requirements", "/library/new/document", `/account/${id}`, `/members/${id}/more`, "/members/1"])(
  "%s is a page of every organization",
  (path) => {
    expect(placeOf(path)).toBeNull();
  },
);
