// The process that reads pictures, one at a time, on messages from its parent. It has no network access, can't write
// files or start processes, and ends with its parent.
import { readDocument } from "./documents/read.ts";
import { judgeFace } from "./faces/judge.ts";
import { distanceBands, faceDistance } from "./faces/recognition.ts";
import { fetchFilesOnly } from "./packages.ts";
import type { VisionReply, VisionRequest } from "./protocol.ts";

fetchFilesOnly();

async function read({ kind, images }: VisionRequest): Promise<unknown> {
  const [first, second] = images;
  if (!first) throw new Error("No picture was sent.");
  if (kind === "face") return judgeFace(first);
  if (kind === "document") return readDocument(first, new Date());
  const distance = second ? await faceDistance(first, second) : null;
  if (distance === null) return { band: "noFace" };
  if (distance < distanceBands.likely) return { band: "likely" };
  return { band: distance > distanceBands.differs ? "differs" : "unsure" };
}

process.on("message", async (request: VisionRequest) => {
  const reply: VisionReply = await read(request).then(
    (reading): VisionReply => ({ id: request.id, reading }),
    (): VisionReply => ({ id: request.id, reading: null }),
  );
  process.send?.(reply);
});
process.on("disconnect", () => process.exit(0));
