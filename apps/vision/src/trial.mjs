import { createRequire } from "node:module"; import { readFile } from "node:fs/promises"; import { pathToFileURL, fileURLToPath } from "node:url"; import { dirname, join } from "node:path";
import sharp from "sharp";
const require = createRequire(import.meta.url);
globalThis.fetch = async (u) => { const s = String(u?.url ?? u); if (!s.startsWith("file:")) throw new Error("no network "+s); return new Response(await readFile(fileURLToPath(s)), { headers: { "content-type": s.endsWith(".wasm") ? "application/wasm" : s.endsWith(".json") ? "application/json" : "application/octet-stream" } }); };
let t=performance.now();
const wasm = require("@tensorflow/tfjs-backend-wasm");
const wdir = dirname(require.resolve("@tensorflow/tfjs-backend-wasm"));
wasm.setWasmPaths(wdir + "/");
const hdir = join(dirname(require.resolve("@vladmandic/human")),"..");
const H = require(join(hdir,"dist/human.node-wasm.js"));
const human = new H.Human({ backend: "wasm", wasmPath: wdir + "/", modelBasePath: pathToFileURL(join(hdir,"models/")).href, debug: false, async: false, cacheSensitivity: 0, filter:{enabled:false}, gesture:{enabled:false}, face:{enabled:true, detector:{rotation:true, maxDetected:5, minConfidence:0.2, minSize:0, iouThreshold:0.1}, mesh:{enabled:true}, iris:{enabled:false}, attention:{enabled:false}, emotion:{enabled:false}, description:{enabled:false}, antispoof:{enabled:false}, liveness:{enabled:false}}, body:{enabled:false}, hand:{enabled:false}, object:{enabled:false}, segmentation:{enabled:false} });
await human.load(); console.log("load", performance.now()-t, process.memoryUsage().rss/1e6, human.tf.getBackend());
for (const f of process.argv.slice(2)) {
  const {data, info} = await sharp(f).rotate().resize(1280,1280,{fit:"inside",withoutEnlargement:true}).removeAlpha().toColourspace("srgb").raw().toBuffer({resolveWithObject:true});
  const ten = human.tf.tensor3d(new Uint8Array(data),[info.height,info.width,3],"int32");
  for (let i=0;i<2;i++){ t=performance.now(); const r = await human.detect(ten); console.log(f, info.width, info.height, r.error, (performance.now()-t).toFixed(0)+"ms", r.face.length);
  if(i) for (const x of r.face) console.log("   ", x.box.map(Math.round), x.score, x.boxScore, x.faceScore, x.mesh.length, JSON.stringify(x.rotation?.angle)); }
  ten.dispose();
}
console.log(process.memoryUsage().rss/1e6, human.tf.memory().numTensors);
