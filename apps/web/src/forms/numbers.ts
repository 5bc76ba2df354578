/** As it was typed: "1,000" with a comma between thousands, "1,5" with one before what is less than one. */
export const readNumber = (text: string): number | null => {
  const typed = text.trim();
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
};
