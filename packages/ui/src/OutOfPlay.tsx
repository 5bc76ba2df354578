import classes from "./OutOfPlay.module.css";

/** The illustration of the error screens: a ball that has rolled over the touchline, next to the corner of the pitch. */
export function OutOfPlay() {
  return (
    <svg className={classes.picture} viewBox="0 0 240 140" fill="none" aria-hidden="true" focusable="false">
      <path d="M12 14h124v112H12z" className={classes.field} />
      <path d="M12 14h31v112H12zM74 14h31v112H74z" className={classes.stripe} />
      <path d="M136 88a38 38 0 0 0-38 38" className={classes.faint} strokeWidth="2.5" />
      <path d="M12 126h124V14" className={classes.line} strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      <path
        d="M42 44c40-8 82 2 118 30"
        className={classes.track}
        strokeWidth="2.5"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <g className={classes.ball}>
        <circle cx="186" cy="92" r="18" strokeWidth="3" />
        <path d="M186 83l8 6-3 9h-10l-3-9z" className={classes.patch} />
        <path d="M186 83v-8M194 89l8-3M191 98l5 7M181 98l-5 7M178 89l-8-3" strokeWidth="2" />
      </g>
    </svg>
  );
}
