import { expect, test } from "vitest";
import { neighbour } from "./queue.ts";

const place = (name: string) => ({ requirementId: name, profileLevelAccessId: `member of ${name}` });
const queue = ["a", "b", "c"].map(place);
const after = (name: string) => neighbour(queue, place(name), 1)?.requirementId;
const before = (name: string) => neighbour(queue, place(name), -1)?.requirementId;

test("the next one follows in the queue, and after the last comes the first", () => {
  expect(["a", "b", "c"].map(after)).toEqual(["b", "c", "a"]);
  expect(["a", "b", "c"].map(before)).toEqual(["c", "a", "b"]);
});

test("whoever decides something from elsewhere goes on with the head of the queue", () => {
  expect(after("decided long ago")).toBe("a");
});

test("when nothing else waits there is no next one", () => {
  expect(neighbour([place("a")], place("a"), 1)).toBeNull();
  expect(neighbour([place("a")], place("a"), -1)).toBeNull();
  expect(neighbour([], place("a"), 1)).toBeNull();
});

test("the same requirement on another membership is another submission", () => {
  const twice = [place("a"), { ...place("a"), profileLevelAccessId: "sibling" }];
  expect(neighbour(twice, place("a"), 1)?.profileLevelAccessId).toBe("sibling");
});
