import { screens } from '@guilda/contract/screens';
import { expect, test } from 'vitest';
import { screenOf } from './screen-of.ts';

test.each(screens.filter((screen) => screen !== 'other'))(
  '%s is known by its address',
  (screen) => {
    expect(screenOf(screen.replaceAll(/:\w+/g, 'Algo_123'))).toBe(screen);
    expect(screenOf(`${screen.replaceAll(/:\w+/g, 'Algo_123')}/`)).toBe(screen);
  },
);

test.each(['/nada', '/user', '/user/mira/nada', '/constructor/a', '//', '/service', '/pack/a/b/c'])(
  '%s is none of them',
  (path) => {
    expect(screenOf(path)).toBe(path === '//' ? '/' : 'other');
  },
);
