import { expect, test } from "vitest";
import { hour, minute, SimulatedClock } from "./clock.ts";
import { KeptState } from "./state.ts";

const begin = Date.parse("2027-03-01T12:00:00Z");
const aClock = async () => {
  const clock = new SimulatedClock(() => new Date(begin), await KeptState.open(null));
  const after = clock.task("run", (run: () => void) => run());
  const seen: [string, number][] = [];
  const note = (name: string) => () => void seen.push([name, (clock.now().getTime() - begin) / minute]);
  return { clock, seen, note, after };
};

test("runs what is due in the order of its time, and each sees its own time", async () => {
  const { clock, seen, note, after } = await aClock();
  after(2 * minute, note("second"));
  after(minute, () => {
    note("first")();
    after(30 * minute, note("third"));
  });
  after(2 * minute, note("beside it"));
  await clock.runDue();
  expect(seen).toEqual([]);
  await clock.advance(hour);
  expect(seen).toEqual([
    ["first", 1],
    ["second", 2],
    ["beside it", 2],
    ["third", 31],
  ]);
  expect(clock.iso()).toBe("2027-03-01T13:00:00.000Z");
});

test("continues after a failure", async () => {
  const { clock, seen, note, after } = await aClock();
  after(0, () => {
    throw new Error("broken");
  });
  after(0, note("next"));
  await expect(clock.runDue()).rejects.toThrow("broken");
  await clock.runDue();
  expect(seen).toEqual([["next", 0]]);
});
