/** A kind of level as it is edited. `was`: what it is called now; none of a kind that is added here. */
export type Kind = { singular: string; plural: string; was?: string };

/** What was typed while others were saved: what they are called now is what was sent. */
export function kindsSince(typed: readonly Kind[], sent: readonly Kind[]): Kind[] {
  const called = new Map(sent.flatMap(({ was, singular }) => (was === undefined ? [] : [[was, singular.trim()]])));
  return typed.map((kind) => {
    const was = kind.was === undefined ? undefined : called.get(kind.was);
    return was === undefined ? kind : { ...kind, was };
  });
}
