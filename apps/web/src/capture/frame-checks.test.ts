import type { ColorPixels } from "@touchline/rules/verification/photo-quality";
import { describe, expect, test } from "vitest";
import { guideOf, judgeFrame, qualityOf, type Shape, stageRatios } from "./frame-checks.ts";
import { visiblePart } from "./photo.ts";
import { firstHint, withFrame } from "./steady-hint.ts";
import { isPoor, qualityText } from "./words.ts";

type Paint = (x: number, y: number) => number;

/** A gray picture of a shape's stage, painted by shares of its width and height. */
function picture(shape: Shape, paint: Paint, width = 240): ColorPixels {
  const height = Math.round(width / stageRatios[shape]);
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      data.fill(paint(x / width, y / height), (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { data, width, height, channels: 4 };
}

/** A light card with lines of text on a dark table, as large as a share of the guide. */
function cardOf(size: number, light = 190): Paint {
  const { left, top, width, height } = guideOf("card");
  const [w, h] = [width * size, height * size];
  const [x0, y0] = [left + (width - w) / 2, top + (height - h) / 2];
  return (x, y) => {
    if (x < x0 || x > x0 + w || y < y0 || y > y0 + h) return light / 4;
    const [across, down] = [(x - x0) / w, (y - y0) / h];
    const isText =
      across > 0.1 &&
      across < 0.9 &&
      down > 0.15 &&
      Math.floor(down * 16) % 2 === 0 &&
      Math.floor(across * 60) % 2 === 0;
    return isText ? light / 5 : light;
  };
}

/** The hint for a picture that doesn't move. */
function hintFor(shape: Shape, paint: Paint, before: Paint = paint) {
  const first = judgeFrame(picture(shape, before), shape, null);
  return judgeFrame(picture(shape, paint), shape, first.luma).hint;
}

describe("the hint for a document", () => {
  test("is that all is good when it fills the frame, stands still, and has light", () => {
    expect(hintFor("card", cardOf(1))).toBe("good");
    expect(hintFor("card", cardOf(0.94))).toBe("good");
  });

  test("asks to come closer, to hold still, for light, and for a document at all", () => {
    expect(hintFor("card", cardOf(0.6))).toBe("fit");
    expect(hintFor("card", (x, y) => (x < 0.5 ? cardOf(1) : cardOf(0.6))(x, y))).toBe("moveCloser");
    expect(hintFor("card", cardOf(1), (x, y) => cardOf(1)(x + 0.05, y))).toBe("holdStill");
    expect(hintFor("card", cardOf(1, 40))).toBe("tooDark");
    expect(hintFor("card", () => 120)).toBe("fit");
  });

  test("tells of glare and of a lens that hasn't focused", () => {
    const spot: Paint = (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.16 ? 255 : cardOf(1)(x, y));
    expect(hintFor("card", spot)).toBe("glare");
    const plain: Paint = (x, y) => {
      const light = cardOf(1)(x, y);
      return light < 60 && light > 47.5 ? light : light === 38 ? 180 : light;
    };
    expect(hintFor("card", plain)).not.toBe("good");
  });

  test("is none before a second frame has come", () => {
    expect(judgeFrame(picture("card", cardOf(1)), "card", null).hint).toBe("holdStill");
  });
});

describe("the hint for a face", () => {
  const face: Paint = (x, y) => 120 + 60 * Math.sin(x * 70) * Math.sin(y * 90);
  test("asks for light and stillness, and for nothing when both are there", () => {
    expect(hintFor("face", face)).toBe("good");
    expect(hintFor("face", face, (x, y) => face(x + 0.04, y))).toBe("holdStill");
    expect(hintFor("face", (x, y) => face(x, y) / 6)).toBe("tooDark");
    expect(hintFor("face", () => 250)).toBe("tooBright");
    expect(hintFor("face", () => 120)).toBe("fit");
  });
});

test("a hint changes once two frames agree, and stays long enough to be read", () => {
  let hint = firstHint(0);
  hint = withFrame(hint, "tooDark", 250);
  expect(hint.displayed).toBe("fit");
  hint = withFrame(hint, "tooDark", 500);
  expect(hint.displayed).toBe("fit");
  hint = withFrame(hint, "tooDark", 1_500);
  expect(hint.displayed).toBe("tooDark");
  hint = withFrame(withFrame(hint, "good", 1_750), "good", 2_000);
  expect(hint).toMatchObject({ displayed: "tooDark", latest: "good", count: 2 });
  expect(withFrame(hint, "good", 3_000).displayed).toBe("good");
});

test("a photo is judged before it is sent: blur and glare in one sentence each, nothing where all is well", () => {
  const at = (paint: Paint) => qualityOf({ blur: picture("card", paint, 1000), glare: picture("card", paint) });
  const card = cardOf(1);
  expect(at(card)).toEqual({ blur: "sharp", glare: "none" });
  expect(qualityText(at(card))).toBeNull();
  const washed: Paint = (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.2 ? 255 : card(x, y));
  expect(qualityText(at(washed))).toMatch(/^Glare covers part/);
  const nothing = at(() => 90);
  expect(qualityText(nothing)).toMatch(/blurry/);
  expect([isPoor(nothing), isPoor(at(card))]).toEqual([true, false]);
});

test("what the stage shows of a frame is its middle, upright or across", () => {
  expect(visiblePart({ width: 1080, height: 1920 }, 4 / 3)).toEqual({ left: 0, top: 555, width: 1080, height: 810 });
  expect(visiblePart({ width: 1920, height: 1080 }, 3 / 4)).toEqual({ left: 555, top: 0, width: 810, height: 1080 });
});
