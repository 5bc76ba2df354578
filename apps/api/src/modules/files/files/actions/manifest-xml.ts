import { XmlElement, XmlText } from "@rgrove/parse-xml";

/** Prefixes are chosen by the author: names are compared without them. */
export const local = (name: string) => name.slice(name.indexOf(":") + 1);
export const elements = (of: XmlElement) => of.children.filter((one): one is XmlElement => one instanceof XmlElement);
export const child = (of: XmlElement, name: string) => elements(of).find((one) => local(one.name) === name) ?? null;

/** Returns the text in an element and below it; empty without an element. */
export function text(of: XmlElement | null): string {
  const written: string[] = [];
  const waiting = of ? [...of.children].reverse() : [];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one instanceof XmlText) written.push(one.text);
    if (one instanceof XmlElement) for (const inner of [...one.children].reverse()) waiting.push(inner);
  }
  return written.join("").replaceAll(/\s+/g, " ").trim().slice(0, 200);
}

/** Lists all elements of a name below one, in order. */
export function all(of: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const { element } of below(of)) if (local(element.name) === name) found.push(element);
  return found;
}

/** Returns whether elements are nested deeper than this many levels. */
export function isDeeperThan(of: XmlElement, most: number): boolean {
  for (const { level } of below(of)) if (level > most) return true;
  return false;
}

/** Yields the elements below one, in order. Uses a stack: each is visited once, however wide or deep the tree is. */
function* below(of: XmlElement): Generator<{ element: XmlElement; level: number }> {
  const waiting = [{ element: of, level: 0 }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.level > 0) yield one;
    for (const element of elements(one.element).reverse()) waiting.push({ element, level: one.level + 1 });
  }
}

/** @param name in lower case, because authors use either case. */
export function attribute(of: XmlElement, name: string): string | null {
  const found = Object.entries(of.attributes).find(([key]) => local(key).toLowerCase() === name);
  return found ? found[1] : null;
}
