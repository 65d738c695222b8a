import { parsePictureURL, pictureURL } from '@guilda/contract/services/pictures';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { createSignedPictureUrls } from './signed-picture-url.ts';

const pictureId = '0192f0c1-2b3c-7d4e-8f50-112233445566';
const otherPersonId = '0192f0c1-2b3c-7d4e-8f50-112233445567';
const readerUid = '0192f0c1-2b3c-7d4e-8f50-00000000000a';

function createFixture() {
  const clock = fakeClock();
  const addresses = createSignedPictureUrls({ clock, secret: 'one' });
  const signAccessRight = () =>
    parsePictureURL(addresses.sign(pictureURL(pictureId, 1280), readerUid))?.accessRight ?? '';
  return { clock, addresses, signAccessRight };
}

describe('signed picture addresses', () => {
  it('name their account and expire', () => {
    const { clock, addresses, signAccessRight } = createFixture();
    const accessRight = signAccessRight();
    const grant = addresses.read(pictureId, accessRight);
    expect(grant?.uid).toBe(readerUid);
    expect(grant?.secondsLeft).toBeGreaterThan(30 * 60 - 1);
    expect(grant?.secondsLeft).toBeLessThanOrEqual(60 * 60);
    clock.advance((grant?.secondsLeft ?? 0) * 1000 - 1);
    expect(addresses.read(pictureId, accessRight)).toMatchObject({ uid: readerUid });
    clock.advance(1);
    expect(addresses.read(pictureId, accessRight)).toBeNull();
  });

  it('are invalid for another picture or with another secret', () => {
    const { clock, addresses, signAccessRight } = createFixture();
    expect(addresses.read(otherPersonId, signAccessRight())).toBeNull();
    expect(
      createSignedPictureUrls({ clock, secret: 'two' }).read(pictureId, signAccessRight()),
    ).toBeNull();
  });

  it('are invalid with any character altered', () => {
    const { addresses, signAccessRight } = createFixture();
    const accessRight = signAccessRight();
    for (let index = 0; index < accessRight.length; index += 1) {
      const letter = accessRight[index] === '1' ? '2' : '1';
      expect(
        addresses.read(
          pictureId,
          accessRight.slice(0, index) + letter + accessRight.slice(index + 1),
        ),
      ).toBeNull();
    }
    for (const lastLetter of 'AEIMQUYcgkosw048')
      if (!accessRight.endsWith(lastLetter))
        expect(addresses.read(pictureId, accessRight.slice(0, -1) + lastLetter)).toBeNull();
    expect(addresses.read(pictureId, `${accessRight}&for=${otherPersonId}`)).toBeNull();
  });

  it('leave foreign addresses unchanged', () => {
    expect(createFixture().addresses.sign('/art/demo/capa-mira.webp', readerUid)).toBe(
      '/art/demo/capa-mira.webp',
    );
  });
});
