import { expect, it } from 'vitest';
import { deviceNameOf } from './device-name.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${iPhone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari em iOS'],
  [`${iPhone} (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome em iOS'],
  [`${iPhone} (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, 'Firefox em iOS'],
  [
    `${iPhone} (KHTML, like Gecko) Version/18.0 EdgiOS/141.0 Mobile/15E148 Safari/604.1`,
    'Edge em iOS',
  ],
  [`${android} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome em Android'],
  [`${android} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`, 'Edge em Android'],
  [
    `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet em Android',
  ],
  [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge em Windows'],
  [`${windows} Chrome/141.0.0.0 Safari/537.36 OPR/122.0.0.0`, 'Opera em Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox em Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari em macOS',
  ],
  ['curl/8.14.1', 'Outro aparelho'],
  ['', 'Outro aparelho'],
])('names the device of %j', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});
