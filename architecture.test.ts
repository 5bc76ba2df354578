import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { owners } from "./apps/api/src/schema/owners.ts";
import { areas, rooms } from "./apps/api/test/areas.ts";

const root = import.meta.dirname;

/** Which of our own packages each one may import. The picture in docs/architecture.md, asserted. */
const arrows: Record<string, string[]> = {
  "packages/contract": [],
  "packages/rules": ["packages/contract"],
  "packages/ui": ["packages/contract"],
  "apps/api": ["packages/contract", "packages/rules"],
  "apps/identity": ["packages/contract"],
  "apps/web": ["packages/contract", "packages/rules", "packages/ui"],
  "apps/simulator": ["packages/rules"],
  "apps/vision": ["packages/contract", "packages/rules"],
  "apps/host": ["packages/contract", "packages/rules", "apps/api", "apps/identity", "apps/simulator", "apps/vision"],
};

/**
 * The closed vocabulary of files inside `apps/api/src/modules/<area>/<module>`; `actions` may be a folder, one file per verb,
 * `queries` too, one file per thing they answer; `mails` has a file for each kind.
 */
const moduleFiles =
  /^(queries|actions|routes|jobs)\.ts$|^(actions|queries)\/[a-z-]+\.ts$|^mails\/[a-z-]+\.ts$|^[a-z-]+\.test\.ts$/;

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
  const api = join(root, "apps/api/src");
  const modules = join(api, "modules");
  const names = Object.entries(areas).flatMap(([area, own]) => own.map((name) => `${area}/${name}`));
  const code = (folder: string) => sources(folder).filter((file) => !file.endsWith(".test.ts"));
  /** The front of an area, `<area>/index.ts`, lies in no module. */
  const isFront = (file: string) => relative(modules, file).split(sep).slice(1).join("/") === "index.ts";
  const moduleOf = (file: string) => relative(modules, file).split(sep).slice(0, 2).join("/");
  /** The files of ours that a file imports, from `apps/api/src` on. */
  const reached = (file: string) =>
    importsOf(file)
      .filter((name) => name.startsWith("."))
      .map((name) => relative(api, resolve(dirname(file), name)).split(sep));

  test("lie in the areas of the table", () => {
    const found = readdirSync(modules).flatMap((area) =>
      readdirSync(join(modules, area), { withFileTypes: true })
        .filter((one) => one.isDirectory())
        .map(({ name }) => `${area}/${name}`),
    );
    expect(found.sort()).toEqual(names.sort());
  });

  test("have only the files of the closed vocabulary", () => {
    const strange = sources(modules)
      .filter((file) => !isFront(file))
      .map((file) => relative(modules, file).split(sep))
      .filter(([, , ...rest]) => !moduleFiles.test(rest.join("/")))
      .map((parts) => parts.join("/"));
    expect(strange, "a module has the files that docs/architecture.md lists under Areas").toEqual([]);
  });

  test("are all named in the table of docs/architecture.md", () => {
    const map = readFileSync(join(root, "docs/architecture.md"), "utf8");
    const listed = [...map.matchAll(/^\| `(\w+)` \| ([a-z-]+(?:, [a-z-]+)*) \|/gm)].flatMap(([, area, own]) =>
      (own as string).split(", ").map((name) => `${area}/${name}`),
    );
    expect(listed.sort()).toEqual([...names].sort());
  });

  test("keep their verbs, and their reads, in one file or in a folder, never in both", () => {
    const twice = (name: string, what: string) =>
      [what, `${what}.ts`].every((one) => existsSync(join(modules, name, one)));
    expect(names.filter((name) => twice(name, "actions") || twice(name, "queries"))).toEqual([]);
  });

  test("know modules of their own area and of those before it, and nobody's routes", () => {
    const order = Object.keys(areas);
    const wrong = code(modules).flatMap((file) => {
      const [area] = moduleOf(file).split("/") as [string];
      return reached(file)
        .filter(([room, to, module, part]) => {
          if (room !== "modules") return false;
          const foreign = `${to}/${module}` !== moduleOf(file);
          return order.indexOf(to as string) > order.indexOf(area) || (foreign && part === "routes.ts");
        })
        .map((target) => `${relative(api, file)} → ${target.join("/")}`);
    });
    expect(wrong, "move what both need into packages/rules or an earlier area").toEqual([]);
  });

  test("use of another area only what its index.ts names", () => {
    const wrong = code(modules)
      // A thread starts for one piece of work, so it loads the one file that it needs and not an area.
      .filter((file) => !file.endsWith("-worker.ts"))
      .flatMap((file) => {
        const [area] = relative(modules, file).split(sep);
        return reached(file)
          .filter(([room, to, ...rest]) => room === "modules" && to !== area && rest.join("/") !== "index.ts")
          .map((target) => `${relative(api, file)} → ${target.join("/")}`);
      });
    expect(wrong, "export it from the index.ts of that area, and import it from there").toEqual([]);
  });

  test("go around their own area's index.ts, which only names what others use", () => {
    const used = new Map(Object.keys(areas).map((area) => [area, new Set<string>()]));
    const wrong: string[] = [];
    for (const file of code(modules)) {
      const [own] = relative(modules, file).split(sep) as [string];
      for (const [, names, name] of readFileSync(file, "utf8").matchAll(
        /import (?:type )?\{([^}]*)\} from "([^"]+)"/g,
      )) {
        const [room, area, front] = relative(api, resolve(dirname(file), name as string)).split(sep);
        if (room !== "modules" || front !== "index.ts") continue;
        if (area === own) wrong.push(`${relative(api, file)} imports its own area's index.ts`);
        for (const one of (names as string).split(",")) {
          used.get(area as string)?.add(
            (
              one
                .trim()
                .replace(/^type /, "")
                .split(" as ")[0] as string
            ).trim(),
          );
        }
      }
    }
    for (const front of code(modules).filter(isFront)) {
      const text = readFileSync(front, "utf8");
      const [area] = relative(modules, front).split(sep) as [string];
      if (!/^\/\*\* .*\. \*\/\n/.test(text)) wrong.push(`${area}/index.ts does not say what the area offers`);
      for (const [, names] of text.matchAll(/export (?:type )?\{([^}]*)\} from/g)) {
        for (const one of (names as string).split(",").map((listed) => listed.trim().replace(/^type /, ""))) {
          if (one !== "" && !used.get(area)?.has(one))
            wrong.push(`${area}/index.ts names ${one}, which no other area uses`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("reach one another without circles", () => {
    const reaches = new Map<string, Set<string>>();
    for (const file of code(modules)) {
      for (const [room, area, name] of reached(file)) {
        const [from, to] = [moduleOf(file), `${area}/${name}`];
        if (room === "modules" && from !== to) reaches.set(from, (reaches.get(from) ?? new Set()).add(to));
      }
    }
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

  test.each([...rooms, "schema", "adapters"])("%s knows no module", (room) => {
    const wrong = code(join(api, room)).flatMap((file) =>
      reached(file)
        .filter(([to]) => to === "modules")
        .map((target) => `${relative(api, file)} → ${target.join("/")}`),
    );
    expect(wrong).toEqual([]);
  });

  test("write only tables of their own", () => {
    const writers = new Map<string, string>();
    for (const area of code(join(api, "schema"))) {
      for (const [, constant, table] of readFileSync(area, "utf8").matchAll(
        /export const (\w+) = pgTable\(\s*"(\w+)"/g,
      )) {
        const owner = owners[table as string];
        if (owner === undefined)
          throw new Error(`apps/api/src/schema/owners.ts does not say which module writes the table ${table}. Add it.`);
        writers.set(constant as string, owner).set(table as string, owner);
      }
    }
    const foreign = code(modules).flatMap((file) => {
      const [, module] = moduleOf(file).split("/");
      const text = readFileSync(file, "utf8");
      return [
        ...text.matchAll(
          /\.(?:insert|update|delete)\((\w+)\)|insertRows\(\s*call,\s*(\w+)|(?:INSERT INTO|UPDATE|DELETE FROM) \$?\{?(\w+)/g,
        ),
      ]
        .map(([, built, rows, raw]) => (built ?? rows ?? raw) as string)
        .filter((name) => writers.has(name) && writers.get(name) !== module)
        .map((table) => `${relative(root, file)} → ${table}`);
    });
    expect(Object.keys(owners).filter((table) => !writers.has(table))).toEqual([]);
    expect(foreign, "only the module in schema/owners.ts writes a table: call one of its verbs").toEqual([]);
  });

  test("verbs that act with a person's permissions wait in turn, and use the permissions of that moment", () => {
    /** Who takes the duties otherwise, as nobody's rights are judged there. */
    const apart = [
      // The mechanism itself.
      "people/profiles/actions/with-locks.ts",
      // Founding and seeding lay out a tree as the system.
      "people/hierarchy/actions.ts",
      // The holder of a link acts by the link.
      "accounts/signups/actions/join.ts",
      "integrations/single-sign-on/actions/sign-in.ts",
      "joining/families/actions/accept.ts",
      // A confirmed address acts by itself.
      "accounts/accounts/actions/confirmed.ts",
    ];
    const takers = sources(modules)
      .filter((file) => !file.endsWith(".test.ts") && !relative(modules, file).startsWith("compliance"))
      .filter((file) => /\blockDuties\(/.test(readFileSync(file, "utf8")))
      .map((file) => relative(modules, file).split(sep).join("/"));
    expect(takers.sort(), "lock by withLocks of people/profiles, which loads the rights again").toEqual(apart.sort());
  });

  test("only database/transaction opens transactions", () => {
    const offenders = sources(join(root, "apps/api/src"))
      .filter((file) => !file.includes(`database${sep}transaction`) && !file.includes(`database${sep}migrate`))
      .filter((file) =>
        /\.transaction\(|["'`]BEGIN\b|\b(query|execute|sql)\s*\(?["'`]begin\b/.test(readFileSync(file, "utf8")),
      )
      .map((file) => relative(root, file));
    expect(offenders).toEqual([]);
  });

  test("only jobs/queue knows which library keeps the jobs", () => {
    const queue = ["queue.ts", "jobs.test.ts"].map((name) => join(root, "apps/api/src/jobs", name));
    const code = ["apps", "bench", "e2e", "packages", "scripts"].flatMap((folder) => sources(join(root, folder)));
    const offenders = code
      .filter((file) => !queue.includes(file) && /pg-?boss/i.test(readFileSync(file, "utf8")))
      .map((file) => relative(root, file));
    expect(offenders).toEqual([]);
    // The table is named to tests and measurements alone.
    const lookers = code
      .filter((file) => !queue.includes(file) && /\bjobTable\b/.test(readFileSync(file, "utf8")))
      .map((file) => relative(root, file))
      .filter((file) => !/\.test\.ts$|^bench\/|\/test\//.test(file));
    expect(lookers).toEqual([]);
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

describe("the documentation", () => {
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.md$/.test(name) && !/(^|\/)(node_modules|dist|test-results)\//.test(name))
    .map((name) => name.split(sep).join("/"));

  test("leads by every link to a file that exists", () => {
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target as string)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page} → ${target}`),
    );
    expect(pages.length).toBeGreaterThan(30);
    expect(broken).toEqual([]);
  });

  test("begins with a map of at most 1,500 words", () => {
    const map = readFileSync(join(root, "docs/architecture.md"), "utf8");
    expect(map.split(/\s+/).length).toBeLessThanOrEqual(1500);
  });

  test("says in a README what each area and each room is for", () => {
    const without = [...Object.keys(areas).map((area) => `modules/${area}`), "database", "documents", "jobs"].filter(
      (folder) => !existsSync(join(root, "apps/api/src", folder, "README.md")),
    );
    expect(without).toEqual([]);
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
