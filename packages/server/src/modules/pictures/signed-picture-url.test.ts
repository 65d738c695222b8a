import { parsePictureURL, pictureURL } from '@guilda/contract/pictures';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { createSignedPictureUrls } from './signed-picture-url.ts';

const pictureId = '0192f0c1-2b3c-7d4e-8f50-112233445566';
const otherPersonId = '0192f0c1-2b3c-7d4e-8f50-112233445567';
const readerUid = '0192f0c1-2b3c-7d4e-8f50-00000000000a';

function createFixture() {
  const clock = fakeClock();
  const addresses = createSignedPictureUrls({ clock, secret: 'one' });
  const right = () =>
    parsePictureURL(addresses.sign(pictureURL(pictureId, 1280), readerUid))?.accessRight ?? '';
  return { clock, addresses, right };
}

describe('signed picture addresses', () => {
  it('name their account and expire', () => {
    const { clock, addresses, right } = createFixture();
    const signed = right();
    const granted = addresses.read(pictureId, signed);
    expect(granted?.uid).toBe(readerUid);
    expect(granted?.secondsLeft).toBeGreaterThan(30 * 60 - 1);
    expect(granted?.secondsLeft).toBeLessThanOrEqual(60 * 60);
    clock.advance((granted?.secondsLeft ?? 0) * 1000 - 1);
    expect(addresses.read(pictureId, signed)).toMatchObject({ uid: readerUid });
    clock.advance(1);
    expect(addresses.read(pictureId, signed)).toBeNull();
  });

  it('are invalid for another picture or with another secret', () => {
    const { clock, addresses, right } = createFixture();
    expect(addresses.read(otherPersonId, right())).toBeNull();
    expect(createSignedPictureUrls({ clock, secret: 'two' }).read(pictureId, right())).toBeNull();
  });

  it('are invalid with any character altered', () => {
    const { addresses, right } = createFixture();
    const signed = right();
    for (let at = 0; at < signed.length; at += 1) {
      const letter = signed[at] === '1' ? '2' : '1';
      expect(
        addresses.read(pictureId, signed.slice(0, at) + letter + signed.slice(at + 1)),
      ).toBeNull();
    }
    for (const last of 'AEIMQUYcgkosw048')
      if (!signed.endsWith(last))
        expect(addresses.read(pictureId, signed.slice(0, -1) + last)).toBeNull();
    expect(addresses.read(pictureId, `${signed}&for=${otherPersonId}`)).toBeNull();
  });

  it('leave foreign addresses unchanged', () => {
    expect(createFixture().addresses.sign('/art/demo/capa-mira.webp', readerUid)).toBe(
      '/art/demo/capa-mira.webp',
    );
  });
});
