import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { textParts } from './text-links.ts';
import { UserText } from './user-text.tsx';

const findLinks = (text: string) =>
  textParts(text).flatMap((part) => (part.href ? [[part.text, part.href]] : []));
const linkTexts = (text: string) => findLinks(text).map(([typed]) => typed);

test('an address becomes a link, and is shown as it was typed', () => {
  expect(renderToStaticMarkup(<UserText text="veja https://exemplo.com/a?b=1&c=2 hoje" />)).toBe(
    '<p class="userText" dir="auto">veja <a class="link" href="https://exemplo.com/a?b=1&amp;c=2" ' +
      'rel="nofollow noopener ugc" target="_blank" dir="ltr">https://exemplo.com/a?b=1&amp;c=2</a> hoje</p>',
  );
  expect(findLinks('HTTPS://Exemplo.com/Ação')).toEqual([
    ['HTTPS://Exemplo.com/Ação', 'https://exemplo.com/A%C3%A7%C3%A3o'],
  ]);
});

test('markup is shown as text', () => {
  const html = renderToStaticMarkup(<UserText text={'<img src=x onerror=alert(1)>\n"&"'} />);
  expect(html).toBe(
    '<p class="userText" dir="auto">&lt;img src=x onerror=alert(1)&gt;\n&quot;&amp;&quot;</p>',
  );
});

test.each([
  ['Fui em https://exemplo.com.', 'https://exemplo.com'],
  ['Viu https://exemplo.com/a, ou não?', 'https://exemplo.com/a'],
  ['Olha (https://pt.wikipedia.org/wiki/RPG_(jogo))!', 'https://pt.wikipedia.org/wiki/RPG_(jogo)'],
  ['“https://exemplo.com/a”', 'https://exemplo.com/a'],
  ['https://exemplo.com/a…', 'https://exemplo.com/a'],
  ['<https://exemplo.com>', 'https://exemplo.com'],
  ['https://exemplo.com"onmouseover=alert(1)', 'https://exemplo.com'],
  ['linha\nhttps://exemplo.com/b\noutra', 'https://exemplo.com/b'],
])('punctuation around an address is not part of the link: %s', (text, address) => {
  expect(linkTexts(text)).toEqual([address]);
});

test.each([
  'javascript:alert(1)',
  'javascript://exemplo.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'ftp://exemplo.com',
  '//exemplo.com',
  'mailto:ana@exemplo.com',
  'ana@exemplo.com',
  'exemplo.com e www.exemplo.com',
  'https://',
  'https://banco.com@exemplo.com/entrar',
  'https://banco.com:senha@exemplo.com',
  'https://exemplo.com/\u202egpj.exe',
  'https://exem\u00adplo.com',
])('a text that is no plain http address does not become a link: %s', (text) => {
  expect(findLinks(text)).toEqual([]);
});

test('every typed character is shown', () => {
  const text = 'a https://x.com/1 (https://y.com) https://b@z.com\n\n fim.';
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(textParts('')).toEqual([]);
});

test('a long text of addresses is split quickly', () => {
  const text = 'https://a.com/('.repeat(40) + 'https://'.repeat(60);
  // The fastest of several runs is taken, because other work of the machine only makes a run slower.
  const durationsMs = [1, 2, 3].map(() => {
    const startMs = performance.now();
    textParts(text);
    return performance.now() - startMs;
  });
  expect(Math.min(...durationsMs)).toBeLessThan(200);
});
