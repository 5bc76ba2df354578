/** A phone number as people write it: digits with spaces and dashes, a country code before or an extension after. */
export const phoneForm = /^\+?[\d\s().-]{7,25}(\s*(x|ext\.?)\s*\d{1,6})?$/i;
