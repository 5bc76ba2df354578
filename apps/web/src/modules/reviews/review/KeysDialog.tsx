import { Dialog } from "@touchline/ui";
import classes from "./Review.module.css";

const ofPage = [
  ["j, →", "Next submission"],
  ["k, ←", "Previous submission"],
  ["a", "Approve"],
  ["r", "Request changes"],
  ["d", "Disqualify"],
  ["1 to 9", "Insert a saved reply (with Alt once you have typed)"],
  ["Ctrl Enter", "Confirm the decision"],
  ["n, b", "Next or previous page of the document"],
  ["+, −, 0", "Zoom in, zoom out, fit to width"],
  ["h, t, f", "Fit page, rotate, full screen"],
  ["/", "Search the list"],
  ["?", "Show keyboard shortcuts"],
] as const;
const ofList = [
  ["j, k", "Down and up"],
  ["Enter", "Open"],
  ["x", "Select"],
  ["b", "Decide on the selected submissions"],
  ["/", "Search"],
  ["?", "Show keyboard shortcuts"],
] as const;

/** What single keys do. */
export function KeysDialog({ of, onClose }: { of: "page" | "list"; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Keys">
      <dl className={classes.keyList}>
        {(of === "page" ? ofPage : ofList).map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
