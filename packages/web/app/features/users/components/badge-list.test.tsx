import type { Badge } from '@guilda/contract/badges';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BadgeList } from './badge-list.tsx';

const four: readonly Badge[] = ['admin', 'verified', 'top-contributor', 'newbie'];
const tips = (html: string) => [...html.matchAll(/data-tip="([^"]*)"/g)].map(([, tip]) => tip);
const stops = (html: string) => html.match(/tabindex="0"/g)?.length ?? 0;

test('beside a name stands one badge, whose tooltip tells all', () => {
  const html = renderToStaticMarkup(<BadgeList badges={four} />);
  expect(tips(html)).toEqual(['Admin, Verificado, Top Contribuidor, Novato']);
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).toContain('+3');
  expect(stops(html)).toBe(1);
  expect(html.match(/role="img"/g)).toHaveLength(1);
});

test('badges inside a link have no place of their own in the tab order', () => {
  const html = renderToStaticMarkup(<BadgeList badges={four} inLink />);
  expect(stops(html)).toBe(0);
  expect(html).toContain('aria-label="Admin, Verificado, Top Contribuidor, Novato"');
});

test('a profile shows all of them, each within reach', () => {
  const html = renderToStaticMarkup(<BadgeList badges={four} size="large" />);
  expect(tips(html)).toEqual(['Admin', 'Verificado', 'Top Contribuidor', 'Novato']);
  expect(stops(html)).toBe(4);
});

test('nobody without badges has a list of them', () => {
  expect(renderToStaticMarkup(<BadgeList badges={[]} />)).toBe('');
});
