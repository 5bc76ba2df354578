import classes from "../Library.module.css";
import { words } from "../words.ts";

/** A search needs nothing but names and dates of birth. */
export function OffenderSearchFields() {
  return <p className={classes.quiet}>{words.offenderSearchAbout}</p>;
}
