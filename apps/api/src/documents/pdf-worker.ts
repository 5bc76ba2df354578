import { workerData } from "node:worker_threads";
import { serveWork } from "../jobs/serve-work.ts";
import { type CompileInput, type CompilerCode, openCompiler } from "./compiler.ts";
import { finishAccessible } from "./pdf-ua.ts";

/** The compiler gives no memory back: a thread that holds more megabytes than this is replaced after its work. */
const fullAtMegabytes = 400;

const { code, folder } = workerData as { code: CompilerCode; folder: string };
const compiler = await openCompiler(code, new URL(folder));

serveWork(
  async (input: CompileInput) => {
    const { pdf, missing } = await compiler.compile(input);
    return { pdf: finishAccessible(pdf, input), missing };
  },
  () => compiler.megabytes() > fullAtMegabytes,
);
