import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type ESTree, type Plugin, parseSync } from "vite";

/** What the page needs of a declared call to make it; the rest of it is the server's. */
const ofTheCall = new Set(["method", "path", "auth", "multipart"]);
/** A form that asks a schema of the contract what is wrong before it sends anything. */
const judges = /\bproblemsOf\b|\.body\b|\.safeParse\b/;
const ofContract = /[\\/]packages[\\/]contract[\\/]src[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;
const view = "?endpoints";

/**
 * Gives the page the calls of the contract without their schemas: the server validates what it is sent, so a page comes
 * without Zod. Only a form that judges by a schema gets its module of the contract whole, in a file that comes with it.
 * What a schema is made of is dropped by name, so an import that needs it after all fails the build.
 */
export function endpointsAlone(): Plugin {
  return {
    name: "endpoints-alone",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!importer || !source.startsWith("@touchline/contract")) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || !ofContract.test(found.id) || judges.test(readFileSync(importer, "utf8"))) return found;
      return { ...found, id: `${found.id}${view}` };
    },
    load(id) {
      if (!id.endsWith(view)) return null;
      return { code: withoutSchemas(id.slice(0, -view.length)), moduleType: "ts" };
    },
  };
}

type Module = { code: string; statements: ESTree.Program["body"]; schemas: ReadonlySet<string> };
const known = new Map<string, Module>();

/** A module of the contract, with the names in it that are schemas or are made of some. */
function moduleOf(file: string): Module {
  const before = known.get(file);
  if (before) return before;
  const code = readFileSync(file, "utf8");
  const statements = parseSync(file, code).program.body;
  const schemas = new Set<string>();
  for (const statement of statements) {
    if (statement.type === "ImportDeclaration") {
      // Types are no schemas, and may lead in a circle.
      if (statement.importKind === "type") continue;
      const from = statement.source.value;
      const theirs = from === "zod" ? null : moduleOf(resolve(dirname(file), from)).schemas;
      for (const { local } of statement.specifiers) if (theirs?.has(local.name) ?? true) schemas.add(local.name);
    } else {
      for (const [name, made] of declaredIn(statement)) if (!isCall(made) && mentions(made, schemas)) schemas.add(name);
    }
  }
  const module = { code, statements, schemas };
  known.set(file, module);
  return module;
}

function declaredIn(statement: ESTree.Statement | ESTree.ModuleDeclaration): [string, ESTree.Node][] {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declared?.type === "FunctionDeclaration" && declared.id) return [[declared.id.name, declared]];
  if (declared?.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init ? [[id.name, init] satisfies [string, ESTree.Node]] : [],
  );
}

const isCall = (node: ESTree.Node): node is ESTree.CallExpression =>
  node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "endpoint";

/** Whether one of the names is used in there; the name of a property is no use, nor is one in a type. */
function mentions(node: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(node)) return node.some((one) => mentions(one, names));
  if (typeof node !== "object" || node === null) return false;
  const { type, name, key, property, computed, ...rest } = node as Record<string, unknown>;
  if (typeof type === "string" && type.startsWith("TSType")) return false;
  if (type === "Identifier" && names.has(name as string)) return true;
  if (computed && mentions([key, property], names)) return true;
  return Object.values(rest).some((value) => mentions(value, names));
}

function withoutSchemas(file: string): string {
  const { code, statements, schemas } = moduleOf(file);
  return statements
    .flatMap((statement) => {
      const text = code.slice(statement.start, statement.end);
      if (statement.type === "ImportDeclaration") {
        const kept = statement.specifiers
          .filter((one) => !schemas.has(one.local.name) && !("importKind" in one && one.importKind === "type"))
          .map(({ start, end }) => code.slice(start, end));
        return kept.length > 0 && statement.importKind !== "type"
          ? [`import { ${kept.join(", ")} } from "${statement.source.value}${view}";`]
          : [];
      }
      if (statement.type === "ExportAllDeclaration") return [`export * from "${statement.source.value}${view}";`];
      const declared = declaredIn(statement);
      if (declared.length === 0 || declared.some(([name]) => schemas.has(name))) return [];
      const [[name, made]] = declared as [[string, ESTree.Node]];
      return [isCall(made) ? `export const ${name} = ${callAlone(made, code)};` : text];
    })
    .join("\n");
}

function callAlone(made: ESTree.CallExpression, code: string): string {
  const [declaration] = made.arguments;
  if (declaration?.type !== "ObjectExpression") throw new Error(`No declaration: ${code.slice(made.start, made.end)}`);
  const kept = declaration.properties.flatMap((property) =>
    property.type === "Property" && property.key.type === "Identifier" && ofTheCall.has(property.key.name)
      ? [code.slice(property.start, property.end)]
      : [],
  );
  return `{ auth: "bearer", multipart: false, ${kept.join(", ")} }`;
}
