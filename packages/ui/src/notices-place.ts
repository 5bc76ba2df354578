/**
 * Where notices are in the page. Whoever is in a dialog reaches, with keyboard or screen reader, only what is within it; so
 * the place goes along into the dialog that is on top, and its timers, focus and announcements with it.
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

/** Takes notices into a dialog. @returns what lets them go again, to the one below or to the page. */
export const holdNotices = (dialog: Element): (() => void) => hold(dialogs, dialog);

/** Takes notices into a place of the page, as long as no dialog is open. @returns what lets them go again. */
export const placeNotices = (place: Element): (() => void) => hold(pages, place);
