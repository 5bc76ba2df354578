import classes from "./Account.module.css";
import { ClosePanel } from "./ClosePanel.tsx";
import { DownloadPanel } from "./DownloadPanel.tsx";

/** Downloading one's data, and closing the account. */
export function DataSection() {
  return (
    <div className={classes.panels}>
      <DownloadPanel />
      <ClosePanel />
    </div>
  );
}
