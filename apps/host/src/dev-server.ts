// The server half of `npm run dev`: everything but the page, which Vite serves before it. Started anew at each change.
import { runHost } from "./run.ts";

runHost(
  async () => async () => {},
  ({ seconds }) => console.log(`The server is ready (${seconds.toFixed(1)} s).`),
);
