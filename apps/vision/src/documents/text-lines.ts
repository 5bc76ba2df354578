import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImageBox } from "@touchline/contract/vision";
import { percentile } from "@touchline/rules/verification/photo-quality";
import { load, modelFiles } from "../packages.ts";
import { type Pixels, pipeline, pixelsOf } from "../picture.ts";

/** A line of text and its place in pixels. */
export type TextLine = { text: string; box: ImageBox };

/** A region that looks like text, with the direction of its longer side in degrees. */
export type TextPlace = { box: ImageBox; angle: number; area: number };

type Session = {
  run(
    feeds: Record<string, unknown>,
  ): Promise<Record<string, { data: Float32Array; dims: number[]; dispose?: () => void }>>;
  inputNames: string[];
  outputNames: string[];
};
type Onnx = {
  InferenceSession: { create(path: string, options: object): Promise<Session> };
  Tensor: new (type: "float32", data: Float32Array, dims: number[]) => unknown;
};
type Reader = { onnx: Onnx; detection: Session; recognition: Session; letters: string[] };

/** The maximum number of regions and characters per page. */
const mostPlaces = 160;
const mostLetters = 120;
/** The longer side, in pixels, at which text is searched for. */
const longest = 960;

let loading: Promise<Reader> | null = null;

function reader(): Promise<Reader> {
  loading ??= (async () => {
    const onnx = load<Onnx>("onnxruntime-node");
    const folder = modelFiles().ocr;
    const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false, logSeverityLevel: 3 };
    const letters = (await readFile(join(folder, "ppocr_keys_v1.txt"), "utf8"))
      .split("\n")
      .map((line) => line.replace("\r", ""));
    return {
      onnx,
      detection: await onnx.InferenceSession.create(join(folder, "ch_PP-OCRv4_det_infer.onnx"), options),
      recognition: await onnx.InferenceSession.create(join(folder, "ch_PP-OCRv4_rec_infer.onnx"), options),
      letters,
    };
  })();
  return loading;
}

async function infer({ onnx }: Reader, session: Session, input: Float32Array, dims: number[]) {
  const feeds = { [session.inputNames[0] as string]: new onnx.Tensor("float32", input, dims) };
  return (await session.run(feeds))[session.outputNames[0] as string] as { data: Float32Array; dims: number[] };
}

/** Converts pixels to normalized planes, blue first, as the models require. */
function planes({ data, width, height }: Pixels, mean: number[], deviation: number[], wide = width): Float32Array {
  const input = new Float32Array(3 * height * wide);
  for (let channel = 0; channel < 3; channel += 1) {
    const [middle, spread] = [mean[channel] as number, deviation[channel] as number];
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const value = data[(row * width + column) * 3 + (2 - channel)] as number;
        input[channel * height * wide + row * wide + column] = (value / 255 - middle) / spread;
      }
    }
  }
  return input;
}

/** Finds the regions of a picture that look like text, from top to bottom. */
export async function findText(pixels: Pixels): Promise<TextPlace[]> {
  const read = await reader();
  const scale = Math.min(1, longest / Math.max(pixels.width, pixels.height));
  const multiple = (length: number) => Math.max(32, Math.round((length * scale) / 32) * 32);
  const [width, height] = [multiple(pixels.width), multiple(pixels.height)];
  const small = await pixelsOf(pipeline(pixels).resize(width, height, { fit: "fill" }));
  const input = planes(small, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
  const { data } = await infer(read, read.detection, input, [1, 3, height, width]);
  return components(data, width, height, pixels.width / width, pixels.height / height)
    .sort((a, b) => b.area - a.area)
    .slice(0, mostPlaces)
    .sort((a, b) => a.box.y - b.box.y);
}

const sure = 0.3;
const surest = 0.55;

/** Returns connected pixels that are likely text, each region grown by the margin that the model leaves out. */
function components(map: Float32Array, width: number, height: number, across: number, down: number): TextPlace[] {
  const seen = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  const places: TextPlace[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || (map[start] as number) < sure) continue;
    let top = 0;
    stack[top++] = start;
    seen[start] = 1;
    let [left, right, upper, lower, count, sum] = [width, 0, height, 0, 0, 0];
    let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
    while (top > 0) {
      const at = stack[--top] as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right, upper, lower] = [Math.min(left, x), Math.max(right, x), Math.min(upper, y), Math.max(lower, y)];
      count += 1;
      sum += map[at] as number;
      [sx, sy, sxx, syy, sxy] = [sx + x, sy + y, sxx + x * x, syy + y * y, sxy + x * y];
      const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const next of around) {
        if (next < 0 || next >= seen.length || seen[next] || (map[next] as number) < sure) continue;
        seen[next] = 1;
        stack[top++] = next;
      }
    }
    const [wide, high] = [right - left + 1, lower - upper + 1];
    if (count < 12 || Math.min(wide, high) < 3 || sum / count < surest) continue;
    const [mx, my] = [sx / count, sy / count];
    const [vxx, vyy, vxy] = [sxx / count - mx * mx, syy / count - my * my, sxy / count - mx * my];
    const angle = (Math.atan2(2 * vxy, vxx - vyy) / 2) * (180 / Math.PI);
    const grow = (count * 1.6) / (2 * (wide + high));
    const [x, y] = [Math.max(0, left - grow) * across, Math.max(0, upper - grow) * down];
    const box = {
      x,
      y,
      width: Math.min(width, right + 1 + grow) * across - x,
      height: Math.min(height, lower + 1 + grow) * down - y,
    };
    places.push({ box, angle, area: count });
  }
  return places;
}

/** Returns the skew of the text in degrees, by its longer lines; 90 if they are vertical. */
export function leanOf(places: readonly TextPlace[]): number {
  const long = places.filter(
    ({ box }) =>
      Math.max(box.width, box.height) > 2.5 * Math.min(box.width, box.height) || Math.max(box.width, box.height) > 90,
  );
  if (long.length < 2) return 0;
  const upright = long.filter(({ angle }) => Math.abs(angle) > 60).length;
  if (upright > long.length * 0.6) return 90;
  const level = long.filter(({ angle }) => Math.abs(angle) < 40).map(({ angle }) => angle);
  return level.length < 2 ? 0 : percentile(level, 0.5);
}

const letterHeight = 48;

/** Reads the text of a region, with its confidence. */
export async function readLine(pixels: Pixels, box: ImageBox): Promise<{ text: string; sureness: number }> {
  const read = await reader();
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const width = Math.min(pixels.width - left, Math.ceil(box.width));
  const height = Math.min(pixels.height - top, Math.ceil(box.height));
  if (width < 4 || height < 4) return { text: "", sureness: 0 };
  const wide = Math.min(1600, Math.max(16, Math.round((letterHeight * width) / height)));
  const line = await pixelsOf(
    pipeline(pixels).extract({ left, top, width, height }).resize(wide, letterHeight, { fit: "fill" }),
  );
  const padded = Math.max(48, Math.ceil(wide / 16) * 16);
  const input = planes(line, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5], padded);
  const { data, dims } = await infer(read, read.recognition, input, [1, 3, letterHeight, padded]);
  return lettersOf(data, dims, read.letters);
}

/** Returns the most likely letter of each step without repetitions; 0 is the blank. */
function lettersOf(data: Float32Array, dims: number[], letters: string[]): { text: string; sureness: number } {
  const [, steps = 0, classes = 0] = dims;
  let [text, before, sum, count] = ["", 0, 0, 0];
  for (let step = 0; step < steps && count < mostLetters; step += 1) {
    let best = 0;
    for (let one = 1; one < classes; one += 1) {
      if ((data[step * classes + one] as number) > (data[step * classes + best] as number)) best = one;
    }
    if (best !== 0 && best !== before) {
      text += letters[best - 1] ?? " ";
      sum += data[step * classes + best] as number;
      count += 1;
    }
    before = best;
  }
  return { text, sureness: count === 0 ? 0 : sum / count };
}

/** Reads every region, and drops those that aren't text. */
export async function readLines(pixels: Pixels, places: readonly TextPlace[]): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  for (const { box } of places) {
    const { text, sureness } = await readLine(pixels, box);
    if (sureness > 0.5 && text.trim() !== "") lines.push({ text: text.trim(), box });
  }
  return lines;
}
