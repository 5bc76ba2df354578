/** SQLSTATEs and network error codes: the database is unavailable, has no capacity for us, or took too long. */
const awayCodes = new Set([
  "53200",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  // A standby that took over, or the server that it replaced.
  "25006",
  // A missing database, or a wrong password: an operator's mistake, which no request can fix.
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

/** Messages of the driver and its pool without a code. */
const awayMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection error and is not queryable|Client was closed|pool after calling end|Query read timeout/;

const fullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

type WithCode = Error & { code?: unknown; syscall?: unknown; errors?: unknown };

/** Yields an error and its causes, outermost first: the query builder and `fetch` wrap lower errors. */
function* causesOf(error: unknown): Generator<WithCode> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current as WithCode;
    const { errors } = current as WithCode;
    current = current.cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
}

/** Returns whether an error means that the database can't be reached or can't serve us for now. */
export function isDatabaseAway(error: unknown): boolean {
  for (const { code, syscall, message } of causesOf(error)) {
    // A socket that doesn't exist or denies access. Without the system call it could be any file.
    if (syscall === "connect") return true;
    if (typeof code === "string" && (awayCodes.has(code) || code.startsWith("08"))) return true;
    if (awayMessages.test(message)) return true;
  }
  return false;
}

/**
 * Returns an error's message if a connection to the database was lost or failed; null for any other error. Such messages come
 * from the driver and the server: they contain nothing that people typed.
 */
export function lostConnection(error: unknown): string | null {
  if (!isDatabaseAway(error)) return null;
  const causes = [...causesOf(error)];
  const { code, message } = causes.findLast((cause) => cause.code !== undefined) ?? (causes.at(-1) as WithCode);
  // A slow statement, or a server short of memory, isn't a lost connection.
  if (code === "57014" || code === "53200" || code === "25006") return null;
  return typeof code === "string" && !message.includes(code) ? `${code} ${message}` : message;
}

/** Returns whether an error means that the disk of the database or of the files is full. */
export function isStorageFull(error: unknown): boolean {
  for (const { code } of causesOf(error)) if (fullCodes.has(String(code))) return true;
  return false;
}

/** Returns the seconds after which a caller should retry, when an error is a temporary outage; null for any other error. */
export function retryAfterOutage(error: unknown): number | null {
  if (isStorageFull(error)) return 60;
  return isDatabaseAway(error) ? 5 : null;
}
