import { percentile } from "@touchline/rules/verification/photo-quality";
import type { Pixels } from "../picture.ts";
import type { DetectedFace } from "./detector.ts";

/** Points of the face mesh by region. */
const points = { forehead: 151, bridge: 6, rightCheek: 50, leftCheek: 280, philtrum: 164, mouth: 13, chin: 199 };
const corners = { rightEye: [33, 133], leftEye: [362, 263] } as const;
const cheekEdges = [234, 454] as const;
const noseTip = 4;

/** Properties of a region: brightness, relative blue and red in percent, and contrast. */
export type FaceRegion = { luma: number; blue: number; red: number; contrast: number };

const middleOf = (values: number[]) => percentile(values, 0.5);

/** Returns the width of a face between the edges of its cheeks, in pixels. */
export function cheekToCheek({ mesh }: DetectedFace): number {
  const [right, left] = cheekEdges.map((at) => mesh[at] as [number, number, number]);
  return right && left ? Math.hypot(right[0] - left[0], right[1] - left[1]) : 0;
}

/** Returns the position of the tip of the nose between the edges of the cheeks; 0.5 is the middle. */
export function noseBetweenCheeks({ mesh }: DetectedFace): number {
  const [right, left, nose] = [...cheekEdges, noseTip].map((at) => mesh[at] as [number, number, number]);
  if (!right || !left || !nose) return 0.5;
  const [x, y] = [left[0] - right[0], left[1] - right[1]];
  return ((nose[0] - right[0]) * x + (nose[1] - right[1]) * y) / (x * x + y * y);
}

function region(pixels: Pixels, [x, y]: readonly number[], wide: number, high: number): FaceRegion {
  const [lumas, blues, reds]: [number[], number[], number[]] = [[], [], []];
  const { data, width, height } = pixels;
  const [left, top] = [Math.max(0, Math.floor((x as number) - wide)), Math.max(0, Math.floor((y as number) - high))];
  for (let row = top; row < Math.min(height, (y as number) + high); row += 1) {
    for (let column = left; column < Math.min(width, (x as number) + wide); column += 1) {
      const at = (row * width + column) * 3;
      const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      lumas.push(luma);
      blues.push((100 * (blue - luma)) / (luma + 24));
      reds.push((100 * (red - luma)) / (luma + 24));
    }
  }
  const contrast = percentile(lumas, 0.9) - percentile(lumas, 0.1);
  return { luma: middleOf(lumas), blue: middleOf(blues), red: middleOf(reds), contrast };
}

export type FaceRegions = Record<keyof typeof points, FaceRegion> & {
  /** Measures the uncovered skin of a face: the forehead, the bridge of the nose and the cheeks. */
  skin: FaceRegion;
  /** Returns the 80th percentile of the brightness around each eye. */
  eyes: number[];
};

/** Measures the regions that show whether something covers the face. */
export function faceRegions(pixels: Pixels, face: DetectedFace): FaceRegions {
  const radius = Math.max(2, cheekToCheek(face) * 0.05);
  const found = Object.fromEntries(
    Object.entries(points).map(([name, at]) => [name, region(pixels, face.mesh[at] ?? [0, 0], radius, radius)]),
  ) as Record<keyof typeof points, FaceRegion>;
  const bare = [found.forehead, found.bridge, found.rightCheek, found.leftCheek];
  const of = (key: keyof FaceRegion) => middleOf(bare.map((one) => one[key]));
  const eyes = Object.values(corners).map(([outer, inner]) => brightnessOfEye(pixels, face, outer, inner));
  return { ...found, skin: { luma: of("luma"), blue: of("blue"), red: of("red"), contrast: of("contrast") }, eyes };
}

function brightnessOfEye(
  { data, width, height }: Pixels,
  { mesh }: DetectedFace,
  outer: number,
  inner: number,
): number {
  const none: [number, number, number] = [0, 0, 0];
  const [a, b] = [mesh[outer] ?? none, mesh[inner] ?? none];
  const radius = Math.hypot(a[0] - b[0], a[1] - b[1]) * 0.6;
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const lumas: number[] = [];
  for (let row = Math.max(0, Math.floor(y - radius * 0.7)); row < Math.min(height, y + radius * 0.7); row += 1) {
    for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(width, x + radius); column += 1) {
      const at = (row * width + column) * 3;
      lumas.push(0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number));
    }
  }
  return percentile(lumas, 0.8);
}
