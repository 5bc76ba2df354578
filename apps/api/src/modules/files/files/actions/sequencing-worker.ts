import { serveWork } from "../../../../jobs/serve-work.ts";
import { step } from "./sequencing-step.ts";

serveWork(step);
