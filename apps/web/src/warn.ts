/** Logs to the browser's console what went wrong and was handled, without personal data. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.warn(`Touchline: ${message}`);
}
