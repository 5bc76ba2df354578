/** SQLSTATEs and error codes of the network: the database is not there, has no room for us, or took too long. */
const awayCodes = new Set([
  "53200",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  // A standby that took over, or the one that it took over from.
  "25006",
  // A database that is not there, or that does not know our password: an operator's mistake, which no request can mend.
  "28000",
  "28P01",
  "3D000",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EPIPE",
  "ETIMEDOUT",
  "ERR_SOCKET_CLOSED",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** What the driver and its pool say without a code. */
const awayMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection error and is not queryable|Client was closed|pool after calling end|Query read timeout/;

const fullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

type WithCode = Error & { code?: unknown; syscall?: unknown; errors?: unknown };

/** An error and what caused it, the outermost first: the query builder and `fetch` wrap what happened below. */
function* causesOf(error: unknown): Generator<WithCode> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current as WithCode;
    const { errors } = current as WithCode;
    current = current.cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
}

/** Whether an error means that the database can't be reached or can't serve us for now. */
export function isDatabaseAway(error: unknown): boolean {
  for (const { code, syscall, message } of causesOf(error)) {
    // A socket that is not there, or is closed to us. Without the system call it could be any file.
    if (syscall === "connect") return true;
    if (typeof code === "string" && (awayCodes.has(code) || code.startsWith("08"))) return true;
    if (awayMessages.test(message)) return true;
  }
  return false;
}

/**
 * What an error says of a connection to the database that was lost or could not be had; null for any other error. Such
 * messages are the driver's and the server's own: they repeat nothing that people typed.
 */
export function lostConnection(error: unknown): string | null {
  if (!isDatabaseAway(error)) return null;
  const causes = [...causesOf(error)];
  const { code, message } = causes.findLast((cause) => cause.code !== undefined) ?? (causes.at(-1) as WithCode);
  // A statement that took too long, or a server short of memory, is no lost connection.
  if (code === "57014" || code === "53200" || code === "25006") return null;
  return typeof code === "string" && !message.includes(code) ? `${code} ${message}` : message;
}

/** Whether an error means that the disk of the database or of the files is full. */
export function isStorageFull(error: unknown): boolean {
  for (const { code } of causesOf(error)) if (fullCodes.has(String(code))) return true;
  return false;
}

/** Seconds after which a caller should try again, when an error is an outage that passes; null for any other error. */
export function retryAfterOutage(error: unknown): number | null {
  if (isStorageFull(error)) return 60;
  return isDatabaseAway(error) ? 5 : null;
}
