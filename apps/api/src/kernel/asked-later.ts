import { QueryPromise } from "drizzle-orm";

/** What is sent when it is awaited, like every query of the builder. */
export class AskedLater<Result> extends QueryPromise<Result> {
  readonly execute: () => Promise<Result>;
  constructor(execute: () => Promise<Result>) {
    super();
    this.execute = execute;
  }
}
