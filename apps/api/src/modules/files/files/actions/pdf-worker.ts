import { serveWork } from "../../../../jobs/serve-work.ts";
import { judgePdf } from "./pdf-objects.ts";

serveWork((bytes: Uint8Array) => judgePdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
