/** Reads a typed number: "1,000" with a comma between thousands, "1,5" with a decimal comma. */
export const readNumber = (text: string): number | null => {
  const typed = text.trim();
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
};
