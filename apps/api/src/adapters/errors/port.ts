import type { FaultSource } from "@touchline/contract/platform/error-log";

/** An error that nothing handled, in words of the code alone: no message, and nothing about a person. */
export type Fault = {
  source: FaultSource;
  /** The class of the error. */
  name: string;
  /** What a library or the database calls it. */
  code: string | null;
  /** The pattern of a route, or the name of a job. */
  route: string | null;
  /** Lines of the stack, the innermost first. */
  place: readonly string[];
};

/** Where unhandled errors are reported to. Reporting neither fails nor keeps anybody waiting. */
export type ErrorReporter = {
  report(fault: Fault): void;
  /** Resolves once what was reported has arrived, or was given up. */
  settled(): Promise<void>;
};
