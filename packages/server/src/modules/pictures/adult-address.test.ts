import { parsePictureURL, pictureURL } from '@guilda/contract/pictures';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fake-clock.ts';
import { adultAddresses } from './adult-address.ts';

const id = '0192f0c1-2b3c-7d4e-8f50-112233445566';
const other = '0192f0c1-2b3c-7d4e-8f50-112233445567';
const uid = '0192f0c1-2b3c-7d4e-8f50-00000000000a';

function rig() {
  const clock = fakeClock();
  const addresses = adultAddresses({ clock, secret: 'one' });
  const right = () => parsePictureURL(addresses.sign(pictureURL(id, 1280), uid))?.right ?? '';
  return { clock, addresses, right };
}

describe('addresses of pictures for adults', () => {
  it('name their person and hold for a while', () => {
    const { clock, addresses, right } = rig();
    const signed = right();
    const granted = addresses.read(id, signed);
    expect(granted?.uid).toBe(uid);
    expect(granted?.seconds).toBeGreaterThan(30 * 60 - 1);
    expect(granted?.seconds).toBeLessThanOrEqual(60 * 60);
    clock.advance((granted?.seconds ?? 0) * 1000 - 1);
    expect(addresses.read(id, signed)).toMatchObject({ uid });
    clock.advance(1);
    expect(addresses.read(id, signed)).toBeNull();
  });

  it('are worth nothing for another picture, or made with another secret', () => {
    const { clock, addresses, right } = rig();
    expect(addresses.read(other, right())).toBeNull();
    expect(adultAddresses({ clock, secret: 'two' }).read(id, right())).toBeNull();
  });

  it('are worth nothing with any character altered', () => {
    const { addresses, right } = rig();
    const signed = right();
    for (let at = 0; at < signed.length; at += 1) {
      const letter = signed[at] === '1' ? '2' : '1';
      expect(addresses.read(id, signed.slice(0, at) + letter + signed.slice(at + 1))).toBeNull();
    }
    for (const last of 'AEIMQUYcgkosw048')
      if (!signed.endsWith(last)) expect(addresses.read(id, signed.slice(0, -1) + last)).toBeNull();
    expect(addresses.read(id, `${signed}&for=${other}`)).toBeNull();
  });

  it('leave an address alone that is of no picture we keep', () => {
    expect(rig().addresses.sign('/art/demo/capa-mira.webp', uid)).toBe('/art/demo/capa-mira.webp');
  });
});
