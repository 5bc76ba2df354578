import classes from "./OutOfPlay.module.css";

/** The illustration of the error screens: a ball that has rolled over the touchline, past the corner flag. */
export function OutOfPlay() {
  return (
    <svg className={classes.picture} viewBox="0 0 240 140" fill="none" aria-hidden="true" focusable="false">
      <path d="M20 112h200" className={classes.line} strokeWidth="3" strokeLinecap="round" />
      <path d="M20 96h66M20 80h50M20 64h34" className={classes.faint} strokeWidth="2" strokeLinecap="round" />
      <path d="M96 112a34 34 0 0 0-34-34" className={classes.faint} strokeWidth="2" />
      <path d="M96 112V26" className={classes.line} strokeWidth="3" strokeLinecap="round" />
      <path d="M97 28l34 11-34 12z" className={classes.flag} />
      <path
        d="M126 124c12 5 26 5 38-2"
        className={classes.faint}
        strokeWidth="2"
        strokeDasharray="3 6"
        strokeLinecap="round"
      />
      <g className={classes.ball}>
        <circle cx="186" cy="104" r="18" strokeWidth="3" />
        <path d="M186 95l8 6-3 9h-10l-3-9z" className={classes.patch} />
        <path d="M186 95v-8M194 101l8-3M191 110l5 7M181 110l-5 7M178 101l-8-3" strokeWidth="2" />
      </g>
    </svg>
  );
}
