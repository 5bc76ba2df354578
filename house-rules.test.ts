import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { areas } from "./apps/api/test/areas.ts";

const root = import.meta.dirname;
const skipped = new Set(["node_modules", "dist", "fixtures", "badinput", "test-results"]);

/** Every source file of ours with its text, by its path from the root; read once for all rules. */
const sources = new Map<string, string>();

function readSources(folder: string) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith(".")) readSources(path);
    else if (/\.tsx?$/.test(entry.name)) sources.set(path, readFileSync(join(root, path), "utf8"));
  }
}
readSources("");

const paths = [...sources.keys()];
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const lineOf = (text: string, index: number) => text.slice(0, index).split("\n").length;

describe("names", () => {
  /** Modules with JSX that are neither a component nor a hook. */
  const tables = ["apps/web/src/main.tsx", "apps/web/src/router.tsx", "apps/web/src/routes.tsx"];
  /** Modules of `packages/ui` that hold a pair of components without a name of their own. */
  const pairs = ["packages/ui/src/navigation.tsx", "packages/ui/src/notices.tsx"];

  test("of files are kebab-case, PascalCase for a React component, useX for a hook", () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|d))?\.ts$/;
    const component = /^[A-Z][A-Za-z0-9]*\.tsx$/;
    const hook = /^use[A-Z][A-Za-z0-9]*\.tsx?$/;
    const strange = paths.filter((path) => {
      const name = basename(path);
      if (kebab.test(name) || component.test(name) || hook.test(name)) return false;
      if (tables.includes(path) || pairs.includes(path)) return false;
      // A test is named after what it tests.
      return !(isTest(path) && [".ts", ".tsx"].some((end) => sources.has(path.replace(/\.test\.tsx?$/, end))));
    });
    expect(strange).toEqual([]);
  });

  /** Names that say nothing to somebody who has not read the code. Write the field's standard term instead. */
  const vague =
    /^(utils?|helpers?|services?|managers?|misc|flights?|told|asked|breath|patience|papers?|turns?|sent|cells?|paces?|storable|afterwards|incoming|elsewhere|beside)$/i;

  test("of files contain no vague word", () => {
    const wrong = paths.filter((path) =>
      basename(path)
        .split(/[-.]|(?<=[a-z])(?=[A-Z])/)
        .some((word) => vague.test(word)),
    );
    expect(wrong, "write the field's standard term, or the glossary's").toEqual([]);
  });

  test("of what is exported are no vague word", () => {
    const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;
    const wrong = paths.flatMap((path) =>
      [...(sources.get(path) as string).matchAll(exported)]
        .map(([, name]) => name as string)
        .filter((name) => vague.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(wrong, "write the field's standard term, or the glossary's").toEqual([]);
  });

  /** One meaning that is written down twice, because neither place may import the other. */
  const sharedNames = ["AuditRow", "EmailChange", "FactorChange", "FactorProblem", "RedoEffect"];

  test("of exported types have one meaning each", () => {
    const places = new Map<string, string[]>();
    for (const path of paths.filter((one) => /^(apps|packages)\/\w+\/src\//.test(one) && !isTest(one))) {
      for (const [, name] of (sources.get(path) as string).matchAll(/^export (?:type|interface) (\w+)/gm)) {
        places.set(name as string, [...(places.get(name as string) ?? []), path]);
      }
    }
    const twice = [...places].filter(([, where]) => where.length > 1);
    expect(twice.filter(([name]) => !sharedNames.includes(name))).toEqual([]);
    expect(sharedNames.filter((name) => !twice.some(([one]) => one === name))).toEqual([]);
  });

  test("are spelled the American way", () => {
    const british =
      /\b\w*(licence|cancelled|cancelling|colour|neighbour|favour|behaviour|organis(?!m)|authoris|recognis|catalogue|normalis|serialis|initialis|judgement)\w*/gi;
    /** The specification's name of an action, and a name of pdf.js. */
    const names = ["viewLicences", "RenderingCancelledException"];
    /** A status as its vendor spells it. */
    const spelledElsewhere = [
      "apps/simulator/src/vendors/sterling.ts: cancelled",
      "packages/rules/src/screening/provider-status.ts: cancelled",
      "packages/rules/src/screening/provider-status.test.ts: cancelled",
    ];
    const wrong = paths
      // The migration that mends them is tried with settings stored by the older keys.
      .filter((path) => path !== "house-rules.test.ts" && path !== "apps/host/test/migrate.test.ts")
      .flatMap((path) =>
        [...(sources.get(path) as string).matchAll(british)]
          .filter(([word]) => !names.includes(word))
          .map(([word]) => `${path}: ${word}`)
          .filter((one) => !spelledElsewhere.includes(one)),
      );
    expect(wrong).toEqual([]);
  });
});

test("docstrings stand alone: none begins with a reference to what is above it", () => {
  const wrong = paths.flatMap((path) => {
    const text = sources.get(path) as string;
    return [...text.matchAll(/\/\*\*[\s*]*(The same|As above|Of )/g)].map(
      ({ index }) => `${path}:${lineOf(text, index)}`,
    );
  });
  expect(wrong, "begin with what it is or does, not with a reference or with Of").toEqual([]);
});

describe("the size of files", () => {
  const most = 400;
  const mostOfTests = 600;

  /** Longer files, and why they are one. */
  const reasons: Record<string, string> = {
    "apps/api/src/modules/files/files/actions/uploads.ts": "one protocol: begin, part, finish, cancel",
    "apps/api/src/modules/library/content/asking.test.ts": "one table of who owes what, case by case",
    "apps/api/src/modules/library/content/redo.test.ts": "one sentence for each way to have something done again",
    "apps/api/src/modules/messages/notifications/jobs.ts": "one table of the emails that time alone sends",
    "apps/api/src/modules/messages/notifications/notifications.test.ts": "one sentence for each kind of email",
    "apps/api/src/modules/reporting/timeline/look-back.test.ts": "one history, looked at on many days",
    "apps/api/src/modules/requirements/forms/forms.test.ts": "one sentence for each kind of field",
    "apps/api/src/modules/requirements/trainings/actions/package.ts": "one protocol that a training package speaks",
    "apps/api/src/modules/setup/imports/imports.test.ts": "one sentence for each fate of a row",
    "apps/api/src/schema/compliance.ts": "one area of tables",
    "packages/contract/src/library/content.ts": "one module's endpoints",
    "packages/contract/src/reviews/reviews.ts": "one module's endpoints",
    "packages/rules/src/requirements/sequencing-requests.ts": "one standard's pseudocode, in its order",
  };

  test(`is ${most} lines at most, ${mostOfTests} for tests, or has a reason`, () => {
    const long = paths.filter((path) => {
      // Texts, a line each: a reader looks one up and does not read on.
      if (basename(path) === "words.ts") return false;
      const lines = (sources.get(path) as string).split("\n").length - 1;
      return lines > (isTest(path) ? mostOfTests : most) && !(path in reasons);
    });
    expect(long, "split it by what it does, or give its reason above").toEqual([]);
  });

  test("has a reason only for files that exist", () => {
    expect(Object.keys(reasons).filter((path) => !sources.has(path))).toEqual([]);
  });
});

describe("areas", () => {
  const order = Object.keys(areas);

  /** How many folders and files may follow one another below each of these. */
  const depths: Record<string, number> = {
    "packages/contract/src": 2,
    "packages/rules/src": 2,
    "packages/ui/src": 1,
    "apps/api/src/modules": 4,
    "apps/web/src/modules": 4,
  };

  test.each(Object.entries(depths))("in %s are %i levels deep at most", (folder, depth) => {
    const deep = paths
      .filter((path) => path.startsWith(`${folder}/`))
      .filter((path) => path.slice(folder.length + 1).split("/").length > depth);
    expect(deep).toEqual([]);
  });

  /** Imports of an area from one after it, and why they are right. */
  const upward: Record<string, string> = {
    "packages/contract/src/platform → library": "the platform's templates are contents, with the settings of one",
    "apps/web/src/modules/platform → library": "the platform's templates are edited with the library's own fields",
    "apps/web/src/modules/platform → accounts": "policies are published by the platform and read by everybody",
    "apps/web/src/modules/messages → tasks": "the notice of a finished task calls it what its own page does",
    "apps/web/src/modules/reviews → reporting": "the queue is filtered by the roles and levels of the dashboard",
    "apps/web/src/modules/reporting → setup": "the dashboard opens the form that adds a person",
  };

  test.each(["packages/contract/src", "packages/rules/src", "apps/web/src/modules"])(
    "in %s know those before them, never those after",
    (folder) => {
      const wrong = paths
        .filter((path) => path.startsWith(`${folder}/`) && !isTest(path))
        .flatMap((path) => {
          const from = path.slice(folder.length + 1).split("/")[0] as string;
          return [...(sources.get(path) as string).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
            .map(([, name]) => resolve(join(root, dirname(path)), name as string))
            .filter((target) => target.startsWith(join(root, folder) + sep))
            .map((target) => target.slice(join(root, folder).length + 1).split(sep)[0] as string)
            .filter((to) => order.includes(from) && order.indexOf(to) > order.indexOf(from))
            .filter((to) => !(`${folder}/${from} → ${to}` in upward))
            .map((to) => `${path} → ${to}`);
        });
      expect(wrong).toEqual([]);
    },
  );

  test.each(["packages/contract/src", "packages/rules/src", "apps/web/src/modules"])(
    "have one name in %s",
    (folder) => {
      /** What concerns every area: who may do what. */
      const shared = folder === "packages/rules/src" ? ["security"] : [];
      const found = new Set(
        paths
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split("/"))
          .filter((parts) => parts.length > 1)
          .map(([area]) => area as string),
      );
      expect([...found].filter((area) => !order.includes(area) && !shared.includes(area))).toEqual([]);
    },
  );
});

describe("texts of the page", () => {
  type Node = { type: string; start: number; end: number; [key: string]: unknown };
  const visibleAttributes = new Set(["label", "title", "description", "placeholder", "aria-label", "alt"]);
  /** A word, not a sign or an address that somebody types after. */
  const isText = (value: unknown): value is string =>
    typeof value === "string" && /\p{L}{2}/u.test(value) && !/^https?:\/\/$/.test(value);

  /** The literals that an expression may come to. */
  function literals(node: Node | null | undefined): Node[] {
    switch (node?.type) {
      case "JSXExpressionContainer":
      case "ParenthesizedExpression":
        return literals(node.expression as Node);
      case "ConditionalExpression":
        return [...literals(node.consequent as Node), ...literals(node.alternate as Node)];
      case "LogicalExpression":
        return [...literals(node.left as Node), ...literals(node.right as Node)];
      case "Literal":
        return isText(node.value) ? [node] : [];
      default:
        return [];
    }
  }

  function textsIn(node: unknown, text: string): Node[] {
    if (typeof node !== "object" || node === null) return [];
    if (Array.isArray(node)) return node.flatMap((one) => textsIn(one, text));
    const here = node as Node;
    const own: Node[] = [];
    if (here.type === "JSXText" && isText(here.value)) own.push(here);
    if (here.type === "JSXAttribute") {
      const name = here.name as Node;
      if (visibleAttributes.has(text.slice(name.start, name.end))) own.push(...literals(here.value as Node));
    }
    if (here.type === "JSXElement" || here.type === "JSXFragment") {
      own.push(...(here.children as Node[]).filter(({ type }) => type === "JSXExpressionContainer").flatMap(literals));
    }
    return [...own, ...Object.values(here).flatMap((one) => textsIn(one, text))];
  }

  test("are in words.ts, never in a component", () => {
    const pages = paths.filter(
      (path) => /^(apps\/web\/src\/(?!gallery\/)|packages\/ui\/src\/).*\.tsx$/.test(path) && !isTest(path),
    );
    const wrong = pages.flatMap((path) => {
      const text = sources.get(path) as string;
      return textsIn(parseSync(path, text, { lang: "tsx" }).program, text).map(
        ({ start, end }) => `${path}:${lineOf(text, start)} ${text.slice(start, end).trim()}`,
      );
    });
    expect(pages.length).toBeGreaterThan(100);
    expect(wrong, "move the text into the words.ts beside the component").toEqual([]);
  });
});
