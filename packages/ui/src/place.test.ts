import { expect, test } from "vitest";
import { sideOf } from "./place.ts";

const window = 800;

test.each([
  ["with room below it opens there", { top: 100, bottom: 140 }, 300, false, 648],
  ["at the foot it opens above", { top: 740, bottom: 780 }, 300, true, 728],
  ["as high as the room exactly it still opens below", { top: 100, bottom: 488 }, 300, false, 300],
  ["one more than that and it opens on the larger side, here above", { top: 450, bottom: 489 }, 300, true, 438],
  [
    "fitting on neither side it opens where there is more room, and scrolls",
    { top: 300, bottom: 340 },
    700,
    false,
    448,
  ],
  ["scrolled out at the top it has all of the window below", { top: -90, bottom: -50 }, 300, false, 838],
])("%s", (_, at, height, above, room) => {
  expect(sideOf(at, height, window)).toEqual({ above, room });
});

test("what opens upwards by preference opens downwards where it would not fit, and there is more room", () => {
  expect(sideOf({ top: 740, bottom: 780 }, 300, window, "above").above).toBe(true);
  expect(sideOf({ top: 200, bottom: 240 }, 300, window, "above")).toEqual({ above: false, room: 548 });
  expect(sideOf({ top: 500, bottom: 540 }, 600, window, "above").above).toBe(true);
});
