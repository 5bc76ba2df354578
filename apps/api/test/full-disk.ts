export { execute } from "../../host/test/database.ts";
export { aSmallDisk } from "../../host/test/small-disk.ts";
