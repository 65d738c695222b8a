import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const appFolder = new URL('..', import.meta.url);

/** Splits a text at a separator, except inside of brackets. */
function splitOutsideBrackets(text: string, separator: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (/[([]/.test(character)) depth += 1;
    if (/[)\]]/.test(character)) depth -= 1;
    if (depth === 0 && separator.test(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** The selectors in the style sheets, with their files. */
function readSelectors(): { file: string; selector: string }[] {
  return globSync('**/*.css', { cwd: appFolder }).flatMap((file) => {
    const css = readFileSync(new URL(file, appFolder), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    return [...css.matchAll(/([^{};@]+)\{/g)].flatMap(([, selectors = '']) =>
      splitOutsideBrackets(selectors.trim(), /,/).map((selector) => ({ file, selector })),
    );
  });
}

/** Whether browsers can find the elements of a compound selector by their class, id or element name. */
const isFoundByName = (compound: string): boolean =>
  /^(?::is\()?[a-z]|[.#][\w-]/i.test(compound.replace(/\[[^\]]*\]/g, ''));

/**
 * Browsers re-evaluate an ancestor's `:has()` after many changes of the page, and then look for the elements that the
 * selector ends with. They look them up by class or element name; by an attribute they find every element that has the
 * attribute, whatever its value, and otherwise every element of the page. Then each message or toast restyles the page.
 */
it('a selector that depends on :has() of an ancestor ends with a class or an element name', () => {
  const slowSelectors = readSelectors().filter(({ selector }) => {
    const compounds = splitOutsideBrackets(selector, /[\s>+~]/);
    const subject = compounds.at(-1) ?? '';
    return compounds.slice(0, -1).some((each) => each.includes(':has(')) && !isFoundByName(subject);
  });
  expect(slowSelectors).toEqual([]);
});

it('no selector applies to any element after any other, which every insertion would re-evaluate', () => {
  const siblingSelectors = readSelectors().filter(({ selector }) =>
    /\*\s*[+~]\s*\*/.test(selector),
  );
  expect(siblingSelectors).toEqual([]);
});
