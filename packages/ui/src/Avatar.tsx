import classes from "./Avatar.module.css";

export interface AvatarProps {
  name: string;
  /** The address of the photo; initials without one. */
  photo?: string | null;
  /** In pixels. */
  size?: number;
}

/** Who somebody is, at a glance. The name stands beside it, so that it is not read twice. */
export function Avatar({ name, photo = null, size = 32 }: AvatarProps) {
  const style = { "--avatar": `${size / 16}rem` } as React.CSSProperties;
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {photo === null ? initials(name) : <img className={classes.photo} src={photo} alt="" />}
    </span>
  );
}

/** The first letters of the first and the last word of a name, in any script. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase() ?? "").join("");
}
