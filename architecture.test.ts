import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";

const root = import.meta.dirname;

/** Which of our own packages each one may import. The picture in docs/architecture.md, asserted. */
const arrows: Record<string, string[]> = {
  "packages/contract": [],
  "packages/rules": ["packages/contract"],
  "packages/ui": ["packages/contract"],
  "apps/api": ["packages/contract", "packages/rules"],
  "apps/identity": ["packages/contract"],
  "apps/web": ["packages/contract", "packages/rules", "packages/ui"],
  "apps/host": ["packages/contract", "packages/rules", "apps/api", "apps/identity"],
};

/**
 * The closed vocabulary of files inside `apps/api/src/modules/<module>`; `actions` may be a folder, one file per verb,
 * `queries` too, one file per thing they answer; `mails` has a file for each kind.
 */
const moduleFiles =
  /^(tables|queries|actions|routes|jobs)\.ts$|^(actions|queries)\/[a-z-]+\.ts$|^mails\/[a-z-]+\.ts$|^[a-z-]+\.test\.ts$/;

function sources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (name === "node_modules" || name === "dist") return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

/** The package of ours that an import leads to, or null for a library. */
function packageOf(file: string, specifier: string): string | null {
  const named = /^@touchline\/([a-z]+)/.exec(specifier)?.[1];
  if (named) return existsSync(join(root, "packages", named)) ? `packages/${named}` : `apps/${named}`;
  if (!specifier.startsWith(".")) return null;
  const [top, name] = relative(root, resolve(dirname(file), specifier)).split(sep);
  return `${top}/${name}`;
}

describe("the arrows between packages", () => {
  for (const [from, allowed] of Object.entries(arrows)) {
    test(`${from} imports only ${allowed.join(", ") || "libraries"}`, () => {
      const wrong = sources(join(root, from, "src")).flatMap((file) =>
        importsOf(file)
          .map((specifier) => packageOf(file, specifier))
          .filter((to) => to !== null && to !== from && !allowed.includes(to))
          .map((to) => `${relative(root, file)} → ${to}`),
      );
      expect(wrong).toEqual([]);
    });
  }

  test("every package is in the table", () => {
    const all = ["packages", "apps"].flatMap((top) => readdirSync(join(root, top)).map((name) => `${top}/${name}`));
    expect(all.sort()).toEqual(Object.keys(arrows).sort());
  });

  test("the contract imports zod and nothing else", () => {
    const foreign = sources(join(root, "packages/contract/src"))
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap(importsOf)
      .filter((specifier) => !specifier.startsWith(".") && !specifier.startsWith("zod"));
    expect(foreign).toEqual([]);
  });
});

describe("modules of the API", () => {
  const modules = join(root, "apps/api/src/modules");
  const names = existsSync(modules) ? readdirSync(modules) : [];

  test("have only the files of the closed vocabulary", () => {
    const strange = sources(modules)
      .map((file) => relative(modules, file).split(sep))
      .filter(([, ...rest]) => !moduleFiles.test(rest.join("/")))
      .map((parts) => parts.join("/"));
    expect(strange).toEqual([]);
  });

  test("keep their verbs, and their reads, in one file or in a folder, never in both", () => {
    const twice = (name: string, what: string) =>
      [what, `${what}.ts`].every((one) => existsSync(join(modules, name, one)));
    expect(names.filter((name) => twice(name, "actions") || twice(name, "queries"))).toEqual([]);
  });

  test("reach one another without circles, and never through another's tables for writing or another's routes", () => {
    const reaches = new Map<string, Set<string>>();
    const intoRoutes: string[] = [];
    for (const file of sources(modules).filter((path) => !path.endsWith(".test.ts"))) {
      const [module] = relative(modules, file).split(sep) as [string];
      for (const specifier of importsOf(file).filter((name) => name.startsWith("."))) {
        const target = relative(modules, resolve(dirname(file), specifier)).split(sep);
        if (target[0] === ".." || target[0] === module || !names.includes(target[0] as string)) continue;
        if (target[1] === "routes.ts") intoRoutes.push(`${relative(root, file)} → ${target.join("/")}`);
        if (target[1] !== "tables.ts") reaches.set(module, (reaches.get(module) ?? new Set()).add(target[0] as string));
      }
    }
    expect(intoRoutes).toEqual([]);
    const circles: string[] = [];
    const walk = (module: string, path: string[]) => {
      if (path.includes(module)) {
        circles.push([...path.slice(path.indexOf(module)), module].join(" → "));
        return;
      }
      for (const next of reaches.get(module) ?? []) walk(next, [...path, module]);
    };
    for (const module of names) walk(module, []);
    expect([...new Set(circles)]).toEqual([]);
  });

  test("write only tables of their own", () => {
    const owner = new Map<string, string>();
    for (const module of names) {
      const file = join(modules, module, "tables.ts");
      if (!existsSync(file)) continue;
      for (const [, constant, table] of readFileSync(file, "utf8").matchAll(
        /export const (\w+) = pgTable\(\s*"(\w+)"/g,
      )) {
        owner.set(constant as string, module).set(table as string, module);
      }
    }
    const foreign = sources(modules)
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => {
        const [module] = relative(modules, file).split(sep);
        const text = readFileSync(file, "utf8");
        return [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)|(?:INSERT INTO|UPDATE|DELETE FROM) \$?\{?(\w+)/g)]
          .map(([, built, raw]) => (built ?? raw) as string)
          .filter((name) => owner.has(name) && owner.get(name) !== module)
          .map((table) => `${relative(root, file)} → ${table}`);
      });
    expect(owner.size).toBeGreaterThan(20);
    expect(foreign).toEqual([]);
  });

  test("verbs that act by somebody's rights wait in turn, and are judged by the rights they have then", () => {
    /** Who takes the duties otherwise, as nobody's rights are judged there. */
    const apart = [
      // The mechanism itself.
      "profiles/actions/turn.ts",
      // Founding and seeding lay out a tree as the system.
      "hierarchy/actions.ts",
      // The holder of a link acts by the link.
      "signups/actions/join.ts",
      "families/actions/accept.ts",
      // A confirmed address acts by itself.
      "accounts/actions/confirmed.ts",
    ];
    const takers = sources(modules)
      .filter((file) => !file.endsWith(".test.ts") && !relative(modules, file).startsWith("standing"))
      .filter((file) => /\blockDuties\(/.test(readFileSync(file, "utf8")))
      .map((file) => relative(modules, file).split(sep).join("/"));
    expect(takers.sort()).toEqual(apart.sort());
  });

  test("only kernel/transaction opens transactions", () => {
    const offenders = sources(join(root, "apps/api/src"))
      .filter((file) => !file.includes(`kernel${sep}transaction`) && !file.includes(`kernel${sep}migrate`))
      .filter((file) =>
        /\.transaction\(|["'`]BEGIN\b|\b(query|execute|sql)\s*\(?["'`]begin\b/.test(readFileSync(file, "utf8")),
      )
      .map((file) => relative(root, file));
    expect(offenders).toEqual([]);
  });

  test("only config.ts reads the environment", () => {
    const offenders = ["apps/api/src", "apps/identity/src"]
      .flatMap((folder) => sources(join(root, folder)))
      .filter((file) => !file.endsWith("config.ts") && !file.endsWith(".test.ts"))
      .filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")))
      .map((file) => relative(root, file));
    expect(offenders).toEqual([]);
  });
});

describe("the lock file", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string; link?: boolean }>;
  };

  test.each(["linux-x64", "linux-arm64", "win-x64"])("brings Node 24 for %s, with an integrity hash", (platform) => {
    const node = lock.packages[`node_modules/node-${platform}`];
    expect(node?.version).toMatch(/^24\./);
    expect(node?.integrity).toMatch(/^sha512-/);
  });

  test("has an integrity hash for every package and no download address", () => {
    const wrong = Object.entries(lock.packages)
      .filter(([path, entry]) => path.startsWith("node_modules/") && !entry.link && !/^(packages|apps)\//.test(path))
      .filter(([, entry]) => !entry.integrity || entry.resolved?.startsWith("http"))
      .map(([path]) => path);
    expect(wrong).toEqual([]);
  });
});

test("every workspace pins its dependencies exactly", () => {
  const loose = [".", ...Object.keys(arrows)].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    return Object.entries(all)
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string))
      .map(([name]) => `${folder}: ${name}`);
  });
  expect(loose).toEqual([]);
});
