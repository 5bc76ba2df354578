import type { FaultSource } from "@touchline/contract/platform/error-log";

/** An unhandled error as the code names it: no message and no personal data. */
export type Fault = {
  source: FaultSource;
  /** The class of the error. */
  name: string;
  /** The code that a library or the database gave it. */
  code: string | null;
  /** The pattern of a route, or the name of a job. */
  route: string | null;
  /** Lines of the stack, the innermost first. */
  place: readonly string[];
};

/** Reports unhandled errors. Reporting never throws and never delays the caller. */
export type ErrorReporter = {
  report(fault: Fault): void;
  /** Resolves once every report has arrived or was given up. */
  settled(): Promise<void>;
};
