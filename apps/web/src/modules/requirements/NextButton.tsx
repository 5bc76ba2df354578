import { Button, IconArrowRight } from "@touchline/ui";
import { nextAfter, requirementHref } from "./owed.ts";
import { type Person, useOwed } from "./useOwed.ts";

/** Where nothing is left to do about one thing: the way to the next, without going by the list. */
export function NextButton({ person, done }: { person: Person | undefined; done: string }) {
  const { owed } = useOwed(person);
  const next = owed && nextAfter(owed.groups, done);
  if (!next) return null;
  return (
    <Button
      href={requirementHref(next)}
      label={`Next: ${next.requirement.name}`}
      rightIcon={<IconArrowRight aria-hidden />}
    />
  );
}
