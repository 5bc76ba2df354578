import { useEffect, useRef, useState } from "react";
import { IconSearch } from "./icons.ts";
import classes from "./SearchField.module.css";

export interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** What is searched for now, as the address has it. */
  value: string;
  /** Called when typing has paused, or at once with Enter. */
  onSearch: (value: string) => void;
  maxLength?: number;
}

/** How long typing must pause before the search begins, in milliseconds. */
const pause = 250;

/** Searches as one types, once typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, maxLength = 100 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  // Back and forward change the search from outside.
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
