import { Dialog } from "@touchline/ui";
import classes from "./Review.module.css";
import { words } from "./words.ts";

const ofPage = [
  ["j, →", words.nextSubmission],
  ["k, ←", words.previousSubmission],
  ["a", words.approve],
  ["r", words.requestChanges],
  ["d", words.disqualify],
  [words.replyKeys, words.replyKeysHelp],
  [words.confirmKeys, words.confirmKeysHelp],
  ["n, b", words.pageKeysHelp],
  ["+, −, 0", words.zoomKeysHelp],
  ["h, t, f", words.viewKeysHelp],
  ["/", words.searchKeyHelp],
  ["?", words.helpKeyHelp],
] as const;
const ofList = [
  ["j, k", words.rowKeysHelp],
  ["Enter", words.openKeyHelp],
  ["x", words.selectKeyHelp],
  ["b", words.decideKeyHelp],
  ["/", words.searchListKeyHelp],
  ["?", words.helpKeyHelp],
] as const;

/** Lists the keyboard shortcuts. */
export function KeysDialog({ of, onClose }: { of: "page" | "list"; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={words.keysTitle}>
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
