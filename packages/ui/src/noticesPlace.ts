/**
 * Where notices are in the page. Whoever is in a dialog reaches, with keyboard or screen reader, only what is within it; so
 * the place goes along into the dialog that is on top, and its timers, focus and announcements with it.
 */
export const noticesPlace = document.createElement("div");

const dialogs: Element[] = [];
const goThere = () => (dialogs.at(-1) ?? document.body).append(noticesPlace);
goThere();

/** Takes notices into a dialog. @returns what lets them go again, to the one below or to the page. */
export function holdNotices(dialog: Element): () => void {
  dialogs.push(dialog);
  goThere();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    goThere();
  };
}
