/** A kind of level while it is edited. `was`: its stored name; missing for a kind that is added here. */
export type Kind = { singular: string; plural: string; was?: string };

/** Keeps what was typed during a save; the stored names are now those that were sent. */
export function kindsSince(typed: readonly Kind[], sent: readonly Kind[]): Kind[] {
  const called = new Map(sent.flatMap(({ was, singular }) => (was === undefined ? [] : [[was, singular.trim()]])));
  return typed.map((kind) => {
    const was = kind.was === undefined ? undefined : called.get(kind.was);
    return was === undefined ? kind : { ...kind, was };
  });
}
