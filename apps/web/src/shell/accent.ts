/** The accent color of the organization on the screen; undefined for Touchline's own. */
let current: string | undefined;
const listeners = new Set<() => void>();

export function readAccent(): string | undefined {
  return current;
}

export function setAccent(accent: string | undefined): void {
  current = accent;
  for (const listener of listeners) listener();
}

export function watchAccent(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
