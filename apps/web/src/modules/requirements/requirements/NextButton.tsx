import { Button, IconArrowRight } from "@touchline/ui";
import { nextOfAll, requirementHref } from "./owed.ts";
import { type Person, useOwedOf } from "./useOwed.ts";
import { words } from "./words.ts";

/** Links to the next requirement of anyone whom the reader manages, when this one is done. */
export function NextButton({ person, people, done }: { person: Person; people: readonly Person[]; done: string }) {
  // One person's requirements come before the next person's.
  const inOrder = [person, ...people.filter((one) => one !== person)];
  const owed = useOwedOf(inOrder);
  const found = nextOfAll(
    inOrder.flatMap((one) => {
      const groups = owed.get(one.profileId);
      return groups ? [{ of: one, groups }] : [];
    }),
    done,
  );
  if (!found) return null;
  const { of, next } = found;
  const { name } = next.requirement;
  const another = of.guarded ? words.nextForPerson({ person: of.firstName, name }) : words.nextForYou({ name });
  return (
    <Button
      href={requirementHref(next)}
      label={of === person ? words.nextStepLink({ name }) : another}
      rightIcon={<IconArrowRight aria-hidden />}
    />
  );
}
