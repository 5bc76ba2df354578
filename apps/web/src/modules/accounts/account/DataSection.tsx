import classes from "./Account.module.css";
import { ClosePanel } from "./ClosePanel.tsx";
import { DownloadPanel } from "./DownloadPanel.tsx";

/** What is kept about one, to take along; and the end of it. */
export function DataSection() {
  return (
    <div className={classes.panels}>
      <DownloadPanel />
      <ClosePanel />
    </div>
  );
}
