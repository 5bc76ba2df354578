/** A submission in the queue: which requirement, in the name of which membership. */
export interface Place {
  requirementId: string;
  profileLevelAccessId: string;
}

const isSame = (a: Place, b: Place) =>
  a.requirementId === b.requirementId && a.profileLevelAccessId === b.profileLevelAccessId;

/**
 * The submission to look at after (or before) this one: its neighbour in the queue, at the end the first other one, so
 * that what was passed over comes again last. Null when nothing else waits.
 */
export function neighbour<Row extends Place>(queue: readonly Row[], here: Place, step: 1 | -1): Row | null {
  const others = queue.filter((row) => !isSame(row, here));
  const place = queue.findIndex((row) => isSame(row, here));
  if (place === -1) return others[0] ?? null;
  return others.at((place + (step === 1 ? 0 : -1)) % Math.max(1, others.length)) ?? null;
}

/** The address of the page on which a submission is decided. */
export function reviewHref({ requirementId, profileLevelAccessId }: Place): string {
  return `/review/${requirementId}?pla=${profileLevelAccessId}`;
}
