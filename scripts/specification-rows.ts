/** Where the product has what a row says. */
export type Where =
  /** A field of a contract schema: `module#export.response.name`. Lists and optional parts are unwrapped. */
  | { field: string }
  /** An exported value that equals the row's: `module#export`. */
  | { value: string }
  /** Returns a contract schema's defaults, with the same names as the specification's row. */
  | { defaults: string }
  /** Words in a source file, ignoring white space. */
  | { file: string; says?: string };

export type Row = { what: string; equals?: unknown; where: Where };

export const fields = (of: string, at: string, names: string): Row[] =>
  names.split(" ").map((name) => ({ what: `${of}: ${name}`, where: { field: `${at}.${name}` } }));
export const value = (what: string, at: string, equals: unknown): Row => ({ what, equals, where: { value: at } });
export const quotes = (file: string, ...texts: string[]): Row[] =>
  texts.map((text) => ({ what: text, where: { file, says: text } }));
export const inFile = (of: string, file: string, ...pairs: [name: string, says: string][]): Row[] =>
  pairs.map(([name, says]) => ({ what: `${of}: ${name}`, where: { file, says } }));
export const route = (path: string): Row => ({
  what: `route ${path}`,
  where: {
    file: path.startsWith("/admin") ? "apps/web/src/admin-routes.ts" : "apps/web/src/routes.tsx",
    says: `path: "${path}"`,
  },
});
