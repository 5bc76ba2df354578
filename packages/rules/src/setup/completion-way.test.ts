import { expect, test } from "vitest";
import { completionWayText } from "./completion-way.ts";

const nobody = { reviewerName: null, markedByName: null };

test("each way in which a completion comes to count is told as what it is", () => {
  expect(completionWayText({ ...nobody, way: "reviewed", reviewerName: "Dana Reyes" })).toBe(
    "Approved after review by Dana Reyes",
  );
  expect(completionWayText({ ...nobody, way: "markedComplete", markedByName: "Dana Reyes" })).toBe(
    "Marked complete by Dana Reyes",
  );
  expect(completionWayText({ ...nobody, way: "carriedOver" })).toBe("Imported");
  expect(completionWayText({ ...nobody, way: "accepted" })).toBe("Accepted without review");
});

test("people whose names are gone are told by what they were", () => {
  expect(completionWayText({ ...nobody, way: "reviewed" })).toBe("Approved after review by a former reviewer");
  expect(completionWayText({ ...nobody, way: "markedComplete" })).toBe("Marked complete by a former administrator");
});
