/** What other areas may use of reporting: how many people below a level are counted. */

export { countedBelow } from "./dashboard/queries/counts.ts";
