const rules = new Intl.PluralRules("en-US");
const number = new Intl.NumberFormat("en-US");

/**
 * The form of a text that fits a count, with the count written out for "#".
 *
 * @example plural(1200, { one: "# person", other: "# people" }) // "1,200 people"
 */
export function plural(count: number, forms: { one: string; other: string }): string {
  const form = rules.select(count) === "one" ? forms.one : forms.other;
  return form.replaceAll("#", number.format(count));
}
