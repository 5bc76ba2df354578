import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { load, modelFiles } from "../packages.ts";
import { decode, type Pixels, pipeline, pixelsOf, UnreadablePicture } from "../picture.ts";
import { type DetectedFace, detectFaces } from "./detector.ts";

type Tensor = { dispose(): void; data(): Promise<Float32Array>; shape: number[] };
type Weight = { name: string; shape: number[]; dtype: string; quantization?: object };
/** The parts of TensorFlow.js that are used here. */
type Tensors = {
  tidy<Result>(work: () => Result): Result;
  tensor4d(data: Float32Array, shape: [number, number, number, number]): Tensor;
  conv2d(x: Tensor, filters: Tensor, strides: number, pad: "same" | "valid"): Tensor;
  add(a: Tensor, b: Tensor): Tensor;
  mul(a: Tensor, b: Tensor): Tensor;
  relu(x: Tensor): Tensor;
  maxPool(x: Tensor, size: number, strides: number, pad: "valid"): Tensor;
  avgPool(x: Tensor, size: number, strides: number, pad: "valid"): Tensor;
  mean(x: Tensor, axes: number[]): Tensor;
  matMul(a: Tensor, b: Tensor): Tensor;
  concat(all: Tensor[], axis: number): Tensor;
  zeros(shape: number[]): Tensor;
  pad(x: Tensor, by: [number, number][]): Tensor;
  io: { decodeWeights(data: ArrayBuffer, weights: Weight[]): Record<string, Tensor> };
};

const side = 150;
/** The mean color of the model's training data. */
const mean = [122.782, 117.001, 104.298];

/** The blocks of the network in order: a name, and whether the block halves the picture. */
const blocks: [name: string, halves: boolean][] = [
  ...[1, 2, 3].map((at): [string, boolean] => [`conv32_${at}`, false]),
  ["conv64_down", true],
  ...[1, 2, 3].map((at): [string, boolean] => [`conv64_${at}`, false]),
  ["conv128_down", true],
  ...[1, 2].map((at): [string, boolean] => [`conv128_${at}`, false]),
  ["conv256_down", true],
  ...[1, 2].map((at): [string, boolean] => [`conv256_${at}`, false]),
  ["conv256_down_out", true],
];

type Network = { tf: Tensors; weights: Record<string, Tensor> };
let loading: Promise<Network> | null = null;

function network(): Promise<Network> {
  loading ??= (async () => {
    const tf = load<Tensors>("@tensorflow/tfjs-core");
    const folder = modelFiles().faceApi;
    const manifest = JSON.parse(await readFile(join(folder, "face_recognition_model-weights_manifest.json"), "utf8"));
    const bytes = await readFile(join(folder, "face_recognition_model.bin"));
    const exact = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    return {
      tf,
      weights: tf.io.decodeWeights(
        exact,
        manifest.flatMap(({ weights }: { weights: Weight[] }) => weights),
      ),
    };
  })();
  return loading;
}

/** A face embedding: 128 numbers. They are never stored and never leave this process. */
async function descriptorOf(chip: Pixels): Promise<Float32Array> {
  const { tf, weights } = await network();
  const input = new Float32Array(side * side * 3);
  for (let at = 0; at < input.length; at += 1) input[at] = ((chip.data[at] as number) - (mean[at % 3] as number)) / 256;
  const output = tf.tidy(() => {
    const weight = (name: string) => weights[name] as Tensor;
    const conv = (x: Tensor, name: string, strides: number, pad: "same" | "valid") => {
      const out = tf.add(tf.conv2d(x, weight(`${name}/conv/filters`), strides, pad), weight(`${name}/conv/bias`));
      return tf.add(tf.mul(out, weight(`${name}/scale/weights`)), weight(`${name}/scale/biases`));
    };
    let x = tf.tensor4d(input, [1, side, side, 3]);
    x = tf.maxPool(tf.relu(conv(x, "conv32_down", 2, "valid")), 3, 2, "valid");
    for (const [name, halves] of blocks) {
      const first = tf.relu(conv(x, `${name}/conv1`, halves ? 2 : 1, halves ? "valid" : "same"));
      const out = conv(first, `${name}/conv2`, 1, "same");
      x = tf.relu(halves ? joined(tf, tf.avgPool(x, 2, 2, "valid"), out) : tf.add(out, x));
    }
    return tf.matMul(tf.mean(x, [1, 2]), weight("fc"));
  });
  const numbers = await output.data();
  output.dispose();
  return numbers;
}

/** Adds a block's output to its halved input, which has fewer channels and may differ by one pixel. */
function joined(tf: Tensors, pooled: Tensor, out: Tensor): Tensor {
  const [, height = 0, width = 0, channels = 0] = pooled.shape;
  const [, high = 0, wide = 0, deep = 0] = out.shape;
  const grown = tf.pad(out, [
    [0, 0],
    [0, Math.max(0, height - high)],
    [0, Math.max(0, width - wide)],
    [0, 0],
  ]);
  const widened =
    deep > channels
      ? tf.pad(pooled, [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, deep - channels],
        ])
      : pooled;
  return tf.add(widened, grown);
}

const middle = (face: DetectedFace, ...at: number[]): [number, number] => {
  const found = at.map((one) => face.mesh[one] as [number, number, number]);
  return [
    found.reduce((sum, one) => sum + one[0], 0) / at.length,
    found.reduce((sum, one) => sum + one[1], 0) / at.length,
  ];
};

/** Crops and aligns a face as in the model's training data. */
async function chipOf(pixels: Pixels, face: DetectedFace): Promise<Pixels> {
  const [right, left, mouth] = [middle(face, 33, 133), middle(face, 362, 263), middle(face, 61, 291)];
  const toMouth = (eye: [number, number]) => Math.hypot(eye[0] - mouth[0], eye[1] - mouth[1]);
  const size = (toMouth(right) + toMouth(left)) / 2 / 0.45;
  const angle = Math.atan2(left[1] - right[1], left[0] - right[0]);
  const [x, y] = [(right[0] + left[0] + mouth[0]) / 3, (right[1] + left[1] + mouth[1]) / 3];
  // Sampled directly, so that the crop may be rotated and extend beyond the edge.
  const data = Buffer.alloc(side * side * 3);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const [across, down] = [(column / side - 0.5) * size, (row / side - 0.43) * size];
      const at = sampleAt(pixels, x + across * cos - down * sin, y + across * sin + down * cos);
      at.forEach((value, channel) => {
        data[(row * side + column) * 3 + channel] = value;
      });
    }
  }
  return { data, width: side, height: side };
}

function sampleAt({ data, width, height }: Pixels, x: number, y: number): number[] {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, below] = [x - left, y - top];
  const at = (column: number, row: number, channel: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? 0
      : (data[(row * width + column) * 3 + channel] as number);
  return [0, 1, 2].map((channel) =>
    Math.round(
      (at(left, top, channel) * (1 - right) + at(left + 1, top, channel) * right) * (1 - below) +
        (at(left, top + 1, channel) * (1 - right) + at(left + 1, top + 1, channel) * right) * below,
    ),
  );
}

/** Distances below which two faces are likely the same person, and above which they differ. */
export const distanceBands = { likely: 0.45, differs: 0.55 };

async function largestFace(bytes: Uint8Array): Promise<Float32Array | null> {
  try {
    const pixels = await decode(bytes, 1280);
    const [face] = await detectFaces(pixels);
    if (!face) return null;
    // Larger faces are scaled down first, because direct sampling would skip pixels.
    const shrink = Math.min(1, 300 / Math.max(face.box.width, 1));
    if (shrink === 1) return await descriptorOf(await chipOf(pixels, face));
    const small = await pixelsOf(pipeline(pixels).resize(Math.round(pixels.width * shrink)));
    const mesh = face.mesh.map(([x, y, z]): [number, number, number] => [x * shrink, y * shrink, z]);
    return await descriptorOf(await chipOf(small, { ...face, mesh }));
  } catch (cause) {
    if (cause instanceof UnreadablePicture) return null;
    throw cause;
  }
}

/**
 * Returns the distance between the largest faces of two pictures; null if one has no face. The embeddings are
 * discarded.
 */
export async function faceDistance(one: Uint8Array, other: Uint8Array): Promise<number | null> {
  const first = await largestFace(one);
  const second = first && (await largestFace(other));
  if (!first || !second) return null;
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) sum += ((first[at] as number) - (second[at] as number)) ** 2;
  first.fill(0);
  second.fill(0);
  return Math.sqrt(sum);
}
