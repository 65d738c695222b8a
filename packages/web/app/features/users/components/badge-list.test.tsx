import type { Badge } from '@guilda/contract/accounts/badges';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BadgeList } from './badge-list.tsx';

const fourBadges: readonly Badge[] = ['admin', 'verified', 'top-contributor', 'newbie'];
const tooltipsIn = (html: string) =>
  [...html.matchAll(/data-tip="([^"]*)"/g)].map(([, tip]) => tip);
const tabStopCount = (html: string) => html.match(/tabindex="0"/g)?.length ?? 0;

test('one badge is shown beside a name, with a tooltip that lists all', () => {
  const html = renderToStaticMarkup(<BadgeList badges={fourBadges} />);
  expect(tooltipsIn(html)).toEqual(['Admin, Verificado, Top Contribuidor, Novato']);
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).toContain('+3');
  expect(tabStopCount(html)).toBe(1);
  expect(html.match(/role="img"/g)).toHaveLength(1);
});

test('badges inside a link are not separate tab stops', () => {
  const html = renderToStaticMarkup(<BadgeList badges={fourBadges} inLink />);
  expect(tabStopCount(html)).toBe(0);
  expect(html).toContain('aria-label="Admin, Verificado, Top Contribuidor, Novato"');
});

test('a profile shows all badges, each as a tab stop', () => {
  const html = renderToStaticMarkup(<BadgeList badges={fourBadges} size="large" />);
  expect(tooltipsIn(html)).toEqual(['Admin', 'Verificado', 'Top Contribuidor', 'Novato']);
  expect(tabStopCount(html)).toBe(4);
});

test('a person without badges has no list of badges', () => {
  expect(renderToStaticMarkup(<BadgeList badges={[]} />)).toBe('');
});
