import type { Writable } from "node:stream";
import pg from "pg";

/** What is asked of one statement: as the query builder gives it. `name`: its plan is kept under that. */
export type Asked = Pick<pg.QueryArrayConfig, "text" | "types"> & {
  name?: string | undefined;
  rowMode?: "array" | undefined;
};
export type Told = { command: string; rowCount: number | null; rows: unknown[] };

/** The messages to the database that are needed here, of the client's own connection. */
type Wire = {
  readonly stream: Writable;
  parse(statement: { name: string; text: string }): void;
  close(statement: { type: "S"; name: string }): void;
  bind(values: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  sync(): void;
};
type Field = { name: string; dataTypeID: number };
/** How the rows of a statement look: their columns' names, and what each value is made of. */
type Shape = { names: readonly string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, null> };
type Statement = Asked & { values: unknown[]; tell(told: Told): void; fail(error: Error): void };

const noRows: Shape = { names: [], parsers: [], empty: {} };

/** The statements that each connection has by name, with the shape of their rows; null: not told yet. */
const kept = new WeakMap<Wire, Map<string, Shape | null>>();

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;
// The client takes nothing else while it sends ahead; of its own query only that it is one is used.
const Query = pg.Query as unknown as new (config: { text: string }) => object;

/**
 * Statements of one transaction that travel together: they leave in one write, and the database answers all at once, instead
 * of each with a write of its own. What a kept statement's rows look like is asked once for each connection. After one that
 * fails the rest is not done; all of them fail as it did.
 */
export class Flight extends Query {
  readonly statements: Statement[] = [];
  #answering = 0;
  #rows: unknown[] = [];
  #shape: Shape | null = null;
  /** What PostgreSQL told, statement by statement; given on when all is over, so that the connection is free by then. */
  readonly #told: Told[] = [];
  #known = new Map<string, Shape | null>();
  /** Names that the connection has with this flight. */
  readonly #named = new Set<string>();
  #broken: Error | null = null;

  constructor() {
    super({ text: "" });
  }

  /** Adds a statement, unless one of its values cannot be sent. */
  ask({ text, types, name, rowMode }: Asked, values: readonly unknown[] = []): Promise<Told> {
    return new Promise((tell, fail) => {
      this.statements.push({ text, types, name, rowMode, values: values.map((one) => prepareValue(one)), tell, fail });
    });
  }

  /** Called by the client, as is all that follows. */
  submit(connection: Wire): null {
    this.#known = kept.get(connection) ?? new Map();
    kept.set(connection, this.#known);
    connection.stream.cork();
    for (const { name = "", text, values } of this.statements) {
      if (name === "" || !this.#known.has(name)) {
        // It may be there by a flight that failed later on.
        if (name !== "") connection.close({ type: "S", name });
        connection.parse({ name, text });
        if (name !== "") {
          this.#known.set(name, null);
          this.#named.add(name);
        }
      }
      connection.bind({ statement: name, values });
      if (!this.#known.get(name)) connection.describe({ type: "P" });
      connection.execute();
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const { types } = this.#statement;
    const parsers = fields.map(({ dataTypeID }) => (types ?? pg.types).getTypeParser(dataTypeID, "text"));
    const names = fields.map(({ name }) => name);
    this.#shape = { names, parsers, empty: Object.fromEntries(names.map((name) => [name, null])) };
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    const { name = "", rowMode } = this.#statement;
    this.#shape ??= this.#known.get(name) ?? noRows;
    try {
      this.#rows.push(rowMode === "array" ? listed(this.#shape, values) : rowOf(this.#shape, values));
    } catch (error) {
      this.#broken ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name = "" } = this.#statement;
    if (name !== "") this.#known.set(name, this.#shape ?? this.#known.get(name) ?? noRows);
    const [command = "", ...counts] = text.split(" ");
    const last = counts.at(-1);
    this.#told.push({ command, rowCount: last === undefined ? null : Number(last), rows: this.#rows });
    this.#rows = [];
    this.#shape = null;
    this.#answering += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleError(error: Error): void {
    // What failed may have been kept for another shape of its rows; whether those behind it were parsed nobody tells.
    for (const [turn, { name = "" }] of this.statements.slice(this.#answering).entries())
      if (turn === 0 || this.#named.has(name)) this.#known.delete(name);
    this.#over(error);
  }

  handleReadyForQuery(): void {
    this.#over(this.#broken);
  }

  get #statement(): Statement {
    return this.statements[this.#answering] as Statement;
  }

  #over(error: Error | null): void {
    for (const [turn, { tell, fail }] of this.statements.entries()) {
      const told = this.#told[turn];
      if (told && !this.#broken) tell(told);
      else fail(error ?? new Error("The database left a statement without an answer."));
    }
  }
}

function listed({ parsers }: Shape, values: readonly (string | null)[]): unknown[] {
  return values.map((value, n) => (value === null ? null : parsers[n]?.(value)));
}

function rowOf({ names, parsers, empty }: Shape, values: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...empty };
  // Not by an iterator: this is done for every row of every list.
  for (let n = 0; n < values.length; n += 1) {
    const value = values[n] as string | null;
    if (value !== null) row[names[n] as string] = parsers[n]?.(value);
  }
  return row;
}
