import { Dialog } from "@touchline/ui";
import classes from "./Review.module.css";
import { words } from "./words.ts";

const ofPage = [
  ["j, →", words.nextSubmission],
  ["k, ←", words.previousSubmission],
  ["a", "Approve"],
  ["r", words.requestChanges],
  ["d", "Disqualify"],
  [words.text1To9, words.insertASavedReplyWith],
  [words.ctrlEnter2, words.confirmTheDecision],
  ["n, b", words.nextOrPreviousPageOf],
  ["+, −, 0", words.zoomInZoomOutFit],
  ["h, t, f", words.fitPageRotateFullScreen],
  ["/", words.searchTheList],
  ["?", words.showKeyboardShortcuts],
] as const;
const ofList = [
  ["j, k", words.downAndUp],
  ["Enter", "Open"],
  ["x", "Select"],
  ["b", words.decideOnTheSelectedSubmissions],
  ["/", "Search"],
  ["?", words.showKeyboardShortcuts],
] as const;

/** What single keys do. */
export function KeysDialog({ of, onClose }: { of: "page" | "list"; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={words.keys}>
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
