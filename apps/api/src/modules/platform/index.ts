/** What other areas may use of the platform: who runs the installation, and its templates. */

export type { AwaitedOperators } from "./platform/actions.ts";
export { inOrganization, operates, operatorCalling, operators } from "./platform/queries.ts";
export { mostItems, newestVersionJoin } from "./platform-library/queries.ts";
