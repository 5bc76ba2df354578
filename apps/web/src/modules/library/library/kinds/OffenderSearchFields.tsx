import classes from "../Library.module.css";

/** A search needs nothing but names and dates of birth. */
export function OffenderSearchFields() {
  return (
    <p className={classes.quiet}>
      The name and the date of birth of each member are searched for. Whoever has given none is asked for it; a possible
      match is looked at by a reviewer.
    </p>
  );
}
