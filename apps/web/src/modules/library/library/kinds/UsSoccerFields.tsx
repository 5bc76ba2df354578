import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, LoadingState, Notice, TextInput } from "@touchline/ui";
import { useId, useState } from "react";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { licensesQuery } from "../queries.ts";
import { words } from "../words.ts";
import type { KindFieldsProps } from "./fields.ts";
import classes from "./Licenses.module.css";

const disciplines = { coach: words.coaches, referee: words.referees, safety: words.safety } as const;

/** The accepted licenses, any of which is enough, with a search by name. */
export function UsSoccerFields({ settings, change, errors }: KindFieldsProps<"us-soccer">) {
  const id = useId();
  const [wanted, setWanted] = useState("");
  const { data, error, refetch } = useQuery(licensesQuery);
  const { licenses } = settings;
  const texts = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = (data ?? []).filter((one) => texts.every((word) => one.name.toLocaleLowerCase().includes(word)));
  const toggle = (key: string) =>
    change({ licenses: licenses.includes(key) ? licenses.filter((one) => one !== key) : [...licenses, key] });
  return (
    <fieldset className={classes.licenses} aria-describedby={`${id}-about`}>
      <legend className={classes.legend}>{words.acceptedLicenses}</legend>
      <p className={classes.about} id={`${id}-about`}>
        {licenses.length === 0
          ? words.noLicensesChosen
          : words.licensesChosen({ count: licenses.length.toLocaleString() })}
      </p>
      {error && (
        <Notice tone="stop" title={messageOf(error)}>
          <Button small variant="secondary" label={words.tryAgain} onClick={() => void refetch()} />
        </Notice>
      )}
      {!data && !error && <LoadingState label={words.loadingLicenses} lines={4} />}
      {data && (
        <>
          <TextInput
            label={words.findALicense}
            type="search"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            error={errors.licenses}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <section className={classes.list} tabIndex={0} aria-label={words.licenseList}>
            {(Object.keys(disciplines) as (keyof typeof disciplines)[]).map((discipline) => {
              const some = found.filter((one) => one.discipline === discipline);
              if (some.length === 0) return null;
              return (
                <fieldset key={discipline} className={classes.group}>
                  <legend className={classes.title}>{disciplines[discipline]}</legend>
                  {some.map((one) => (
                    <label key={one.key} className={classes.license}>
                      <input type="checkbox" checked={licenses.includes(one.key)} onChange={() => toggle(one.key)} />
                      {one.name}
                    </label>
                  ))}
                </fieldset>
              );
            })}
            {found.length === 0 && <p className={classes.about}>{words.noLicenses}</p>}
          </section>
        </>
      )}
      <Checkbox
        label={words.higherGrades}
        description={words.higherGradesHint}
        checked={settings.higherGrades}
        onChange={(event) => change({ higherGrades: event.target.checked })}
      />
    </fieldset>
  );
}
