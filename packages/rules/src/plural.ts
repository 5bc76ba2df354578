/** The languages in which texts are written. */
type Language = "en" | "es";

const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-ES" };
const languages = Object.entries(locales).map(([language, locale]) => {
  return [language, { rules: new Intl.PluralRules(locale), number: new Intl.NumberFormat(locale) }] as const;
});
const formats = Object.fromEntries(languages) as Record<Language, (typeof languages)[number][1]>;

/**
 * Returns the form of a text that fits a count, with the formatted count in place of "#".
 *
 * @example plural(1200, { one: "# person", other: "# people" }) // "1,200 people"
 */
export function plural(count: number, forms: { one: string; other: string }, language: Language = "en"): string {
  const { rules, number } = formats[language];
  const form = rules.select(count) === "one" ? forms.one : forms.other;
  return form.replaceAll("#", number.format(count));
}
