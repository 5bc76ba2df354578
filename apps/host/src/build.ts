// `npm run build`: the page, ready before the first start, in the folder where the start looks for it.
import { builtWeb } from "./web-build.ts";

console.log(`The web app was built in ${await builtWeb((line) => console.log(line))}.`);
