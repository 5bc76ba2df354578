import classes from "./Avatar.module.css";

export interface AvatarProps {
  name: string;
  /** The address of the photo. Without one, initials are shown. */
  photo?: string | null;
  /** In pixels. */
  size?: number;
}

/** A person's picture or initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, photo = null, size = 32 }: AvatarProps) {
  const style = { "--avatar": `${size / 16}rem` } as React.CSSProperties;
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {photo === null ? initials(name) : <img className={classes.photo} src={photo} alt="" />}
    </span>
  );
}

/** Returns the first letters of the first and the last word of a name, in any script. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase() ?? "").join("");
}
