import type { OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { usualPlural } from "@touchline/rules";
import { Button, IconButton, IconTrash, TextInput } from "@touchline/ui";
import { focusNow } from "../../../form-errors.ts";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { type Kind, kindsSince } from "./kinds.ts";
import classes from "./Settings.module.css";
import { usePart } from "./usePart.ts";
import { words } from "./words.ts";

/** The usual kinds of levels, from the top down. */
const usual = [words.region, words.district, words.league, words.club, words.division, words.team];

/** The organization's names for the kinds of its levels. */
export function KindsPart({ settings }: { settings: OrganizationSettings }) {
  const part = usePart({
    saved: settings.levelKinds.map(({ singular, plural }): Kind => ({ singular, plural, was: singular })),
    sent: (levelKinds) => ({ levelKinds }),
    notice: words.levelNamesSaved,
    keepTyped: kindsSince,
  });
  const { value, change, errors, form } = part;
  const levelsOf = new Map(settings.levelKinds.map((one) => [one.singular, one.levels]));
  const there = new Set(value.map((one) => one.singular.trim().toLowerCase()));
  const add = (singular: string) => {
    focusNow(
      () => change([...value, { singular, plural: singular && usualPlural(singular) }]),
      () => form.current?.querySelector<HTMLElement>("li:last-of-type input"),
    );
  };
  const set = (at: number, next: Partial<Kind>) =>
    change(value.map((one, place) => (place === at ? { ...one, ...next } : one)));
  return (
    <SavedPart title={words.levelNames} lead={words.levelNamesAbout} part={part}>
      <ul className={classes.kinds}>
        {value.map((kind, at) => {
          const levels = levelsOf.get(kind.was ?? "") ?? 0;
          const called = kind.was ?? (kind.singular || words.newLevelName);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a kind has no other name that stays
            <li key={at} className={classes.kind}>
              <TextInput
                label={words.singular}
                aria-label={words.singularOf({ name: called })}
                value={kind.singular}
                maxLength={40}
                onChange={(event) => set(at, { singular: event.currentTarget.value })}
                onBlur={() => {
                  if (kind.plural === "" && kind.singular.trim())
                    set(at, { plural: usualPlural(kind.singular.trim()) });
                }}
                error={errors[`levelKinds.${at}.singular`]}
              />
              <TextInput
                label={words.plural}
                aria-label={words.pluralOf({ name: called })}
                value={kind.plural}
                maxLength={40}
                onChange={(event) => set(at, { plural: event.currentTarget.value })}
                error={errors[`levelKinds.${at}.plural`]}
              />
              <IconButton
                label={levels > 0 ? words.inUseNamed({ name: called }) : words.removeNamed({ name: called })}
                icon={<IconTrash aria-hidden />}
                disabled={levels > 0}
                onClick={() => change(value.toSpliced(at, 1))}
              />
              {levels > 0 && <p className={classes.levels}>{words.levelsUseIt({ count: levels })}</p>}
            </li>
          );
        })}
      </ul>
      <div className={classes.acts}>
        {usual
          .filter((one) => !there.has(one.toLowerCase()))
          .map((one) => (
            <Button
              key={one}
              small
              variant="secondary"
              label={words.addNamed({ name: one })}
              onClick={() => add(one)}
            />
          ))}
        <Button small variant="tertiary" label={words.addAnother} onClick={() => add("")} />
      </div>
    </SavedPart>
  );
}
