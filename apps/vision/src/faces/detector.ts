import { pathToFileURL } from "node:url";
import { load, modelFiles } from "../packages.ts";
import type { Pixels } from "../picture.ts";

/** A point of a face in pixels; the third number is the depth. */
type MeshPoint = [number, number, number];

/** A face in a picture: its box in pixels, 468 points, and its angles in degrees. */
export type DetectedFace = {
  box: { x: number; y: number; width: number; height: number };
  /** The confidence that this is a face, from 0 to 1. */
  score: number;
  mesh: MeshPoint[];
  roll: number;
  yaw: number;
  pitch: number;
};

type Tensor = { dispose(): void };
type Human = {
  load(): Promise<void>;
  detect(input: Tensor): Promise<{
    error: string | null;
    face: {
      box: [number, number, number, number];
      boxScore: number;
      faceScore: number;
      mesh: MeshPoint[];
      rotation: { angle: { roll: number; yaw: number; pitch: number } } | null;
    }[];
  }>;
  tf: { tensor3d(data: Uint8Array, shape: [number, number, number], type: "int32"): Tensor };
};

const off = { enabled: false };

/**
 * Only face detection and face points are enabled. Everything else that the package could infer about people stays off.
 */
const settings = (models: string, wasm: string) => ({
  backend: "wasm",
  wasmPath: wasm,
  modelBasePath: pathToFileURL(models).href,
  debug: false,
  async: false,
  cacheSensitivity: 0,
  filter: off,
  gesture: off,
  face: {
    enabled: true,
    detector: {
      rotation: true,
      maxDetected: 10,
      minConfidence: 0.3,
      minSize: 0,
      iouThreshold: 0.1,
      skipFrames: 0,
      skipTime: 0,
    },
    mesh: { enabled: true },
    attention: off,
    iris: off,
    emotion: off,
    description: off,
    antispoof: off,
    liveness: off,
  },
  body: off,
  hand: off,
  object: off,
  segmentation: off,
});

let loading: Promise<Human> | null = null;

function human(): Promise<Human> {
  loading ??= (async () => {
    const files = modelFiles();
    load<{ setWasmPaths(folder: string): void }>("@tensorflow/tfjs-backend-wasm").setWasmPaths(files.wasm);
    const { Human: Reader } = load<{ Human: new (config: object) => Human }>(files.humanCode);
    const reader = new Reader(settings(files.human, files.wasm));
    await reader.load();
    return reader;
  })();
  return loading;
}

const degrees = (radians: number) => (radians * 180) / Math.PI;

/** Finds the faces in a picture, largest first. */
export async function detectFaces({ data, width, height }: Pixels): Promise<DetectedFace[]> {
  const reader = await human();
  const tensor = reader.tf.tensor3d(new Uint8Array(data), [height, width, 3], "int32");
  try {
    const { error, face } = await reader.detect(tensor);
    if (error) throw new Error("The models could not look at the picture.");
    return face
      .filter(({ mesh }) => mesh.length >= 468)
      .map(({ box: [x, y, wide, high], boxScore, faceScore, mesh, rotation }) => ({
        box: { x, y, width: wide, height: high },
        score: Math.min(boxScore, faceScore),
        mesh,
        roll: degrees(rotation?.angle.roll ?? 0),
        yaw: degrees(rotation?.angle.yaw ?? 0),
        pitch: degrees(rotation?.angle.pitch ?? 0),
      }))
      .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  } finally {
    tensor.dispose();
  }
}
