import { serveWork } from "../../../kernel/serve-work.ts";
import { step } from "./sequencing-step.ts";

serveWork(step);
