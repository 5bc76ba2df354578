/**
 * The element that contains the notices. In a dialog, keyboard and screen reader reach only what is inside it, so the element
 * moves into the topmost dialog, together with its timers, focus, and announcements.
 */
export const noticesPlace = document.createElement("div");

const dialogs: Element[] = [];
const pages: Element[] = [];
const goThere = () => (dialogs.at(-1) ?? pages.at(-1) ?? document.body).append(noticesPlace);
goThere();

function hold(holders: Element[], holder: Element): () => void {
  holders.push(holder);
  goThere();
  return () => {
    holders.splice(holders.indexOf(holder), 1);
    goThere();
  };
}

/** Moves notices into a dialog. @returns a function that moves them back. */
export const holdNotices = (dialog: Element): (() => void) => hold(dialogs, dialog);

/** Shows notices in an element of the page while no dialog is open. @returns a function that removes them. */
export const placeNotices = (place: Element): (() => void) => hold(pages, place);
