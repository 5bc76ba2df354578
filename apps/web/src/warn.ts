/** For whoever looks into the browser's console: what went wrong and was dealt with. Nothing personal. */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes there
  console.warn(`Touchline: ${message}`);
}
