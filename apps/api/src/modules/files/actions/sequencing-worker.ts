import { serveWork } from "../../../kernel/serve-work.ts";
import { step } from "./sequencing-step.ts";

// The library writes a line for each of its steps, whatever its settings.
console.debug = () => undefined;
serveWork(step);
