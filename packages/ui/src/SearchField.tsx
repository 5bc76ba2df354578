import { useEffect, useRef, useState } from "react";
import { IconSearch } from "./icons.ts";
import classes from "./SearchField.module.css";

export interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** The current search, from the address. */
  value: string;
  /** Called when typing has paused, or at once on Enter. */
  onSearch: (value: string) => void;
  maxLength?: number;
}

/** How long typing must pause before the search begins, in milliseconds. */
const pause = 250;

/** A search field that searches when typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, maxLength = 100 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  // The back and forward buttons change the search from outside.
  useEffect(() => {
    if (value !== searched.current) setTyped(value);
    searched.current = value;
  }, [value]);
  const search = (text: string) => {
    if (text === searched.current) return;
    searched.current = text;
    onSearch(text);
  };
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className={classes.field}>
      <IconSearch aria-hidden="true" size={18} />
      <input
        className={classes.input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(typed.trim());
        }}
      />
    </label>
  );
}
