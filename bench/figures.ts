/** A figure with its target: a ratio of two things measured in the same run, or the share of a limit. */
export type Figure = {
  name: string;
  ratio: number;
  target: number;
  /** Whether the target is a maximum. Otherwise it is a minimum. */
  atMost: boolean;
  /** The measured value, in units. */
  details: string;
};

export const met = ({ ratio, target, atMost }: Figure) => (atMost ? ratio <= target : ratio >= target);

/** Returns a time or a count as a share of its limit. */
export const within = (name: string, seen: number, most: number, unit: string): Figure => ({
  name,
  ratio: seen / most,
  target: 1,
  atMost: true,
  details: `${round(seen)} ${unit} of ${most}`,
});

/** A value that must be zero. */
export const none = (name: string, count: number, details: string): Figure => ({
  name,
  ratio: count,
  target: 0,
  atMost: true,
  details,
});

const round = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

export const ms = (time: number) => (time < 10_000 ? `${round(time)} ms` : `${(time / 1000).toFixed(1)} s`);

/** Formats a figure: its name, value, target, whether the target is met, and details. */
export function line(figure: Figure, width = 30): string {
  const { name, ratio, target, atMost, details } = figure;
  const wanted = `${atMost ? "≤" : "≥"} ${target}`;
  return `  ${name.padEnd(width)}  ${ratio.toFixed(2).padStart(6)}  ${wanted.padEnd(6)}  ${met(figure) ? "met   " : "MISSED"}  ${details}`;
}

export function print(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const figure of figures) console.log(line(figure, width));
}

/** Returns the value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
