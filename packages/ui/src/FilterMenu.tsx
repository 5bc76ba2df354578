import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { FilterButton } from "./FilterButton.tsx";
import classes from "./FilterMenu.module.css";
import { words } from "./words.ts";

export interface FilterMenuProps<Value extends string> {
  /** The filter's name: "Status". */
  label: string;
  /** With the number of results, if it is known. Options without any are shown fainter. */
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  /** It selects what is shown but excludes nothing, so it doesn't look like an active filter. */
  plain?: boolean;
}

const count = new Intl.NumberFormat();
/** With more options than this, a search field is offered. */
const surveyable = 12;

/** A filter: a button that opens checkboxes, several of which can be selected. A selection applies at once. */
export function FilterMenu<Value extends string>({
  label,
  options,
  selected,
  onChange,
  plain = false,
}: FilterMenuProps<Value>) {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!opened) return undefined;
    frame.current?.querySelector<HTMLElement>("input")?.focus();
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpened(false);
    };
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
    };
  }, [opened]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !opened) return;
    event.preventDefault();
    event.stopPropagation();
    setOpened(false);
    button.current?.focus();
  };
  const toggle = (value: Value) =>
    onChange(selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value]);
  const matches = options.filter((option) => option.label.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()));
  const only = selected.length === 1 && !plain ? options.find((option) => option.value === selected[0]) : undefined;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles Escape from the controls inside it
    <div className={classes.frame} ref={frame} onKeyDown={onKeyDown}>
      <FilterButton
        ref={button}
        label={only ? words.chosenFilter({ filter: label, option: only.label }) : label}
        active={selected.length > 0 && !plain}
        many={selected.length > 1 && !plain ? selected.length : undefined}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      />
      {opened && (
        <fieldset className={classes.list} id={id}>
          <legend className={classes.legend}>{label}</legend>
          {options.length > surveyable && (
            <input
              className={classes.find}
              type="search"
              aria-label={words.findIn({ filter: label })}
              placeholder={words.find}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
          <div className={classes.options}>
            {matches.map((option) => (
              <label key={option.value} className={classes.option} data-nobody={option.count === 0 || undefined}>
                <input
                  type="checkbox"
                  checked={selected.includes(option.value)}
                  onChange={() => toggle(option.value)}
                />
                <span>{option.label}</span>
                {option.count !== undefined && <span className={classes.left}>{count.format(option.count)}</span>}
              </label>
            ))}
            {matches.length === 0 && <p className={classes.none}>{words.noMatches}</p>}
          </div>
          {selected.length > 0 && !plain && (
            <div className={classes.foot}>
              <Button
                small
                variant="quaternary"
                label={words.clearFilter({ filter: label })}
                onClick={() => onChange([])}
              />
            </div>
          )}
        </fieldset>
      )}
    </div>
  );
}
