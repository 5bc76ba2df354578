import { XmlElement, XmlText } from "@rgrove/parse-xml";

/** Prefixes are the author's own: names count without them. */
export const local = (name: string) => name.slice(name.indexOf(":") + 1);
export const elements = (of: XmlElement) => of.children.filter((one): one is XmlElement => one instanceof XmlElement);
export const child = (of: XmlElement, name: string) => elements(of).find((one) => local(one.name) === name) ?? null;

/** What is written in an element and below it; an empty one where there is none. */
export function text(of: XmlElement | null): string {
  const written: string[] = [];
  const waiting = of ? [...of.children].reverse() : [];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one instanceof XmlText) written.push(one.text);
    if (one instanceof XmlElement) for (const inner of [...one.children].reverse()) waiting.push(inner);
  }
  return written.join("").replaceAll(/\s+/g, " ").trim().slice(0, 200);
}

/** All elements of a name below one, in order. */
export function all(of: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const { element } of below(of)) if (local(element.name) === name) found.push(element);
  return found;
}

/** Whether elements lie in one another more levels deep than so many. */
export function isDeeperThan(of: XmlElement, most: number): boolean {
  for (const { level } of below(of)) if (level > most) return true;
  return false;
}

/** The elements below one, in order. What waits is a stack: each is touched once, however many lie beside or in one another. */
function* below(of: XmlElement): Generator<{ element: XmlElement; level: number }> {
  const waiting = [{ element: of, level: 0 }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.level > 0) yield one;
    for (const element of elements(one.element).reverse()) waiting.push({ element, level: one.level + 1 });
  }
}

/** @param name in lower case: authors write it either way. */
export function attribute(of: XmlElement, name: string): string | null {
  const found = Object.entries(of.attributes).find(([key]) => local(key).toLowerCase() === name);
  return found ? found[1] : null;
}
