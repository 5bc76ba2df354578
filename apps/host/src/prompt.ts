// `npm run db`: a prompt on the database, beside a running Touchline or without one.

import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { plural } from "@touchline/rules";
import pg from "pg";
import { findServer } from "./find-server.ts";

/** Rows shown of one answer; the rest is counted. */
const mostRows = 200;
const widest = 60;

const help = `End each statement with ";". Type \\d to list tables, \\d NAME to list the columns of a table, and \\q to quit.
You own the database: row-level security doesn't apply to you, and nothing asks for confirmation.`;

const listTables = `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
  WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`;
const listColumns = `SELECT table_schema AS schema, column_name AS name, data_type AS type, is_nullable AS nullable
  FROM information_schema.columns WHERE table_name = $1 ORDER BY table_schema, ordinal_position`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Rows under their column names, each column as wide as its widest cell, up to a bound. */
function table(fields: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const short = (text: string) => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text).replaceAll("\n", "⏎");
  const lines = [fields, ...rows.slice(0, mostRows).map((row) => fields.map((name) => short(cell(row[name]))))];
  const widths = fields.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" │ "));
  const rule = widths.map((width) => "─".repeat(width)).join("─┼─");
  const counted =
    rows.length > mostRows
      ? plural(rows.length, { one: "# row", other: `# rows (the first ${mostRows} shown)` })
      : plural(rows.length, { one: "# row", other: "# rows" });
  return [drawn[0], rule, ...drawn.slice(1), counted].join("\n");
}

async function answer(client: pg.Client, statement: string): Promise<string> {
  const [, named] = /^\\d\s+(\S+)$/.exec(statement) ?? [];
  try {
    const query = named
      ? client.query(listColumns, [named])
      : client.query(statement === "\\d" ? listTables : statement);
    // Several statements at once have several results.
    const results = ([] as pg.QueryResult[]).concat(await query);
    return results
      .map(({ fields, rows, command, rowCount }) =>
        fields.length > 0
          ? table(
              fields.map((field) => field.name),
              rows,
            )
          : `${command} ${rowCount ?? ""}`.trim(),
      )
      .join("\n");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const { url, stop } = await findServer().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000, statement_timeout: 120_000 });
client.on("error", (error) => console.error(error.message));
await client.connect();
const lines = createInterface({ input: stdin, output: stdout, terminal: stdin.isTTY, prompt: "touchline> " });
if (stdin.isTTY) console.log(help);
if (stdin.isTTY) lines.prompt();
let typed = "";
for await (const line of lines) {
  typed = `${typed}${line}\n`;
  const statement = typed.trim();
  if (statement === "\\q") break;
  const whole = statement === "" || statement.startsWith("\\") || statement.endsWith(";");
  if (whole && statement !== "") console.log(await answer(client, statement));
  if (whole) typed = "";
  lines.setPrompt(whole ? "touchline> " : "        -> ");
  if (stdin.isTTY) lines.prompt();
}
lines.close();
await client.end();
await stop();
