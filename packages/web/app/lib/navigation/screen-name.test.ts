import { screens } from '@guilda/contract/privacy/screens';
import { expect, test } from 'vitest';
import { screenName } from './screen-name.ts';

test.each(screens.filter((screen) => screen !== 'other'))(
  'the screen %s is recognised by its address',
  (screen) => {
    expect(screenName(screen.replaceAll(/:\w+/g, 'Algo_123'))).toBe(screen);
    expect(screenName(`${screen.replaceAll(/:\w+/g, 'Algo_123')}/`)).toBe(screen);
  },
);

test.each(['/nada', '/user', '/user/mira/nada', '/constructor/a', '//', '/service', '/pack/a/b/c'])(
  'the address %s belongs to no known screen',
  (path) => {
    expect(screenName(path)).toBe(path === '//' ? '/' : 'other');
  },
);
