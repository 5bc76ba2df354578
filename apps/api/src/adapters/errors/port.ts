import type { FaultSource } from "@touchline/contract/platform/error-log";

/** An unhandled error by its names in the code: no message and no personal data. */
export type Fault = {
  source: FaultSource;
  /** The class of the error. */
  name: string;
  /** The code set by a library or the database. */
  code: string | null;
  /** The pattern of a route, or the name of a job. */
  route: string | null;
  /** Lines of the stack, innermost first. */
  place: readonly string[];
};

/** A service outside that collects unhandled errors. */
export type ErrorService = {
  /** Sends one error. Fails when the service can't be reached. */
  send(fault: Fault): Promise<void>;
};

/** Reports unhandled errors. Reporting never throws and never delays the caller. */
export type ErrorReporter = {
  report(fault: Fault): void;
  /** Resolves once every report was written or dropped. */
  settled(): Promise<void>;
};
