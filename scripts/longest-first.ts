import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than twenty seconds on two cores. If one started last, the other worker would sit idle. */
const longest = [
  "host/test/commands",
  "security/authorization",
  "host/test/backup",
  "postgres/supervisor",
  "demo/seed",
  "imports/imports",
  "security/revoked-access",
  "profiles/with-locks",
  "content/asking",
  "documents/pdf",
  "audit/altered-columns",
];

/** Runs the longest test files first, and the others in vitest's own order. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
