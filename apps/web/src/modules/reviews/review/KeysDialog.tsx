import { Dialog } from "@touchline/ui";
import classes from "./Review.module.css";

const ofPage = [
  ["j, →", "Next submission"],
  ["k, ←", "Previous submission"],
  ["a", "Approve"],
  ["r", "Request changes"],
  ["d", "Disqualify"],
  ["1 to 9", "A ready reason, while the notes are empty; later with Alt"],
  ["Ctrl Enter", "Confirm the decision"],
  ["n, b", "Next page of the document, page back"],
  ["+, −, 0", "Document larger, smaller, as wide as its frame"],
  ["h, t, f", "Whole page, turn, full screen"],
  ["/", "Search the list"],
  ["?", "These keys"],
] as const;
const ofList = [
  ["j, k", "Down and up"],
  ["Enter", "Open"],
  ["x", "Select"],
  ["b", "Decide on what is selected"],
  ["/", "Search"],
  ["?", "These keys"],
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
