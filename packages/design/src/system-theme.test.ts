import { expect, test } from 'vitest';
import { systemThemeStyles } from './index.ts';
import { followSystemTheme } from './system-theme.ts';

test('the light theme applies when the system asks for it', () => {
  const css = followSystemTheme(
    ':root,\n[data-theme="mesa"],\n.onDark { --bg: black; }\n[data-theme="papel"] { --bg: white; }',
  );
  expect(css).toContain('@media (prefers-color-scheme: light) {\n:root { --bg: white; }');
  expect(css).toContain('.onDark { --bg: black; }\n}');
  expect(css).not.toContain('[data-theme="papel"]');
});

test('throws when a theme is missing', () => {
  expect(() => followSystemTheme(':root { --bg: black; }')).toThrow('lacks the block');
});

test('the real tokens have both themes and name only fonts that are served', () => {
  const css = systemThemeStyles();
  expect(css).toContain('prefers-color-scheme: light');
  expect([...css.matchAll(/url\("([^"]+)"\)/g)].map(([, name]) => name).sort()).toEqual([
    'archivo.woff2',
    'grenze-gotisch.woff2',
    'grenze.woff2',
  ]);
});
