import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Texts that the specification prescribes, although they contain a forbidden word. */
const specifiedTexts = [
  'Selecione um usuário para começar o chat.',
  'Não foi possível criar o chat no Discord.',
];

const sourceFiles = globSync(
  [
    'packages/web/app/**/*.{ts,tsx}',
    'packages/contract/src/**/*.ts',
    'packages/server/src/**/*.ts',
    'packages/sandboxes/src/**/*.ts',
  ],
  { cwd: repositoryRoot },
).filter((path) => !/\.test\.|\/demo\/|\/testing\/|\/fakes?[-/]/.test(path));

/**
 * Patterns of the words in the column "never" of `docs/product/words.md`. Case matters for words with capital letters.
 */
function forbiddenWords(): RegExp[] {
  const pageText = readFileSync(`${repositoryRoot}docs/product/words.md`, 'utf8');
  const rows = [...pageText.matchAll(/^\|[^|]+\|[^|]+\|([^|]+)\|$/gm)].slice(2);
  const words = rows.flatMap(([, never = '']) => never.split(',').map((word) => word.trim()));
  return words.map(
    (word) =>
      new RegExp(`(?<![\\p{L}\\w-])${word}(?![\\p{L}\\w-])`, /\p{Lu}/u.test(word) ? 'u' : 'iu'),
  );
}

/** The texts in a source: its string literals, and the texts between its JSX tags. */
function textsIn(source: string): string[] {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^(import|export)\b.*?from '[^']+';$/gms, '')
    .replace(/\bclass="[^"]*"/g, '');
  const literals = code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  const textsBetweenTags = [...code.matchAll(/(?<=[^=]>|\})([^<>{}=;]+)(?=[<{])/g)].map(
    ([text]) => text,
  );
  return [...literals, ...textsBetweenTags].map((text) => text.replace(/\s+/g, ' '));
}

it('finds words in literals and between tags, and none in code', () => {
  const source = `
    // Uma ficha
    const ficha = { label: 'Nova ficha' };
    <p className="ficha-f">
      Sua <b>{name}</b> ficha
    </p>`;
  const [ficha] = forbiddenWords();
  expect(textsIn(source).filter((text) => ficha?.test(text))).toEqual(["'Nova ficha'", ' ficha ']);
});

it('no text contains a forbidden word', () => {
  const words = forbiddenWords();
  expect(words.length).toBeGreaterThan(15);
  const forbiddenTexts = sourceFiles.flatMap((path) =>
    textsIn(readFileSync(repositoryRoot + path, 'utf8'))
      .filter((text) => !specifiedTexts.some((specifiedText) => text.includes(specifiedText)))
      .flatMap((text) =>
        words
          .filter((word) => word.test(text))
          .map((word) => `${path}: ${word.source} in ${text.slice(0, 120)}`),
      ),
  );
  expect(forbiddenTexts).toEqual([]);
});
