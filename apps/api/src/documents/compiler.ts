import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initSync, TypstCompilerBuilder, TypstFontResolverBuilder } from "@myriaddreamin/typst-ts-web-compiler";
import { type Coverage, coverageOf, filesOf, monospaced, openPrintable, typefaces } from "./typefaces.ts";

type KnownTypeface = (typeof typefaces)[number];
type Diagnostic = { severity: string; message: string; path: string; range: string };
type FontInfo = { info: { family: string; coverage: number[] }[] };

/** A compiled WebAssembly module. */
export type CompilerCode = object;
// The types of Node leave it out.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompilerCode> };

/** Reads and compiles the compiler's code. This takes half a second, so threads share the result. */
export const compilerCode = (): Promise<CompilerCode> =>
  WebAssembly.compile(
    readFileSync(createRequire(import.meta.url).resolve("@myriaddreamin/typst-ts-web-compiler/wasm")),
  );

export type CompileInput = {
  /** The template's file name without its ending. */
  template: string;
  /** Texts in it are shown as they are, never read as markup. */
  data: unknown;
  /** Files that are attached to the document, byte by byte. */
  attachments: readonly Attachment[];
  /** Whether it says that it is PDF/A-2a too, which has no files in it that aren't. */
  archival: boolean;
};
export type Attachment = { name: string; mediaType: string; description: string; content: string };
export type Compiled = {
  pdf: Uint8Array;
  /** Letters of the data that no typeface has; the document shows their Unicode numbers. */
  missing: string[];
};

/**
 * Opens the Typst compiler with the templates of a folder. It runs in WebAssembly's memory and reaches nothing else: no
 * file but these templates, no network, no typeface of the machine.
 */
export async function openCompiler(code: CompilerCode, folder: URL) {
  const { memory } = initSync({ module: code });
  const builder = new TypstCompilerBuilder();
  const refuse = () => {
    throw new Error("Templates read nothing but templates.");
  };
  await builder.set_access_model(
    {},
    () => 0,
    () => false,
    (path: string) => path,
    refuse,
  );
  await builder.set_package_registry({}, refuse);
  const compiler = await builder.build();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".typ"))) {
    compiler.add_source(`/${name}`, readFileSync(new URL(name, folder), "utf8"));
  }

  const inspector = new TypstFontResolverBuilder();
  const cuts: { info: FontInfo; bytes: Uint8Array }[] = [];
  const opened = new Map<KnownTypeface, Coverage>();
  const coverage = (typeface: KnownTypeface): Coverage => {
    const known = opened.get(typeface);
    if (known) return known;
    const added = filesOf(typeface).map((bytes) => ({ bytes, info: inspector.get_font_info(bytes) as FontInfo }));
    cuts.push(...added);
    const covered = added.map(({ info }) => coverageOf(info.info[0]?.coverage ?? []));
    const found: Coverage = (letter) => covered.length > 0 && covered.every((has) => has(letter));
    opened.set(typeface, found);
    return found;
  };
  for (const typeface of [monospaced, ...typefaces.filter(({ letters }) => letters === undefined)]) coverage(typeface);
  let loaded = 0;
  /** Hands the typefaces to the compiler that were opened since. */
  const loadTypefaces = async () => {
    if (loaded === cuts.length) return;
    const resolver = new TypstFontResolverBuilder();
    for (const { info, bytes } of cuts) resolver.add_lazy_font(info, () => bytes);
    compiler.set_fonts(await resolver.build());
    loaded = cuts.length;
  };

  return {
    /** Megabytes that the compiler holds. They are not given back while it lives. */
    megabytes: () => memory.buffer.byteLength / 1024 / 1024,

    /** @throws Error with the compiler's words when a template is wrong. */
    async compile({ template, data, attachments }: Omit<CompileInput, "archival">): Promise<Compiled> {
      const printable = openPrintable(coverage);
      const printableData = printed(data, printable.text);
      await loadTypefaces();
      const inputs = {
        data: JSON.stringify(printableData),
        attachments: JSON.stringify(attachments),
        families: JSON.stringify(printable.families()),
        monospaced: monospaced.family,
        missing: JSON.stringify(printable.missing()),
      };
      const { result, diagnostics = [] } = compiler.compile(`/${template}.typ`, Object.entries(inputs), "pdf", 3) as {
        result?: Uint8Array;
        diagnostics?: Diagnostic[];
      };
      if (!result) {
        const [first] = diagnostics.filter(({ severity }) => severity === "error");
        throw new Error(`${first?.path ?? template} ${first?.range ?? ""}: ${first?.message ?? "no document"}`);
      }
      return { pdf: result, missing: printable.missing() };
    },
  };
}

/** Data with every text in it made printable. */
function printed(data: unknown, text: (value: string) => string): unknown {
  if (typeof data === "string") return text(data);
  if (Array.isArray(data)) return data.map((one) => printed(one, text));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, printed(value, text)]));
}
