import classes from "./LevelPicture.module.css";
import { useLevelLogo } from "./useLevelLogo.ts";

/** The logo of a level beside its name, if it has one. The name is its text alternative. */
export function LevelPicture({ level }: { level: { levelId: string; logoId: string | null } }) {
  const address = useLevelLogo(level.levelId, level.logoId);
  if (level.logoId === null) return null;
  // Its place is kept while it is on its way.
  return address ? <img className={classes.picture} src={address} alt="" /> : <span className={classes.picture} />;
}
