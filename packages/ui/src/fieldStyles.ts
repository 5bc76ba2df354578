import classes from "./fields.module.css";

/** Every field has a visible name; what is wrong with it is said under it, and read with it. */
export type Labelled<Props> = Omit<Props, "label" | "error" | "size" | "classNames"> & {
  label: string;
  error?: string | undefined;
};

export const fieldClassNames = {
  wrapper: classes.wrapper ?? "",
  input: classes.input ?? "",
  label: classes.label ?? "",
  description: classes.description ?? "",
  error: classes.error ?? "",
};
