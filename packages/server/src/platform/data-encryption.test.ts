import { describe, expect, it } from 'vitest';
import { systemIds } from '../ports/ids.ts';
import { createDataEncryption } from './data-encryption.ts';
import { deriveSecrets } from './secrets.ts';

const keyOf = (master: string) => deriveSecrets(master).of('personal data');
const [oldKey, newKey] = [keyOf('a'.repeat(32)), keyOf('b'.repeat(32))];
const dataSealer = createDataEncryption([oldKey], systemIds);
const plainText = '{"cpf":"12345678909"}';

describe('data encryption', () => {
  it('decrypts its own ciphertexts, and encrypts a value differently each time', () => {
    const [one, other] = [dataSealer.seal(plainText, 'row 1'), dataSealer.seal(plainText, 'row 1')];
    expect(dataSealer.open(one, 'row 1')).toBe(plainText);
    expect(one.equals(other)).toBe(false);
    expect(one.includes('12345678909')).toBe(false);
  });

  it('does not decrypt a ciphertext that was moved to another row, changed or truncated', () => {
    const sealed = dataSealer.seal(plainText, 'row 1');
    expect(dataSealer.open(sealed, 'row 2')).toBeNull();
    for (let index = 0; index < sealed.length; index += 1) {
      const changedBytes = Buffer.from(sealed);
      changedBytes[index] = (changedBytes[index] ?? 0) ^ 1;
      expect(dataSealer.open(changedBytes, 'row 1')).toBeNull();
      expect(dataSealer.open(sealed.subarray(0, index), 'row 1')).toBeNull();
    }
  });

  it('encrypts with the newest key and still decrypts ciphertexts of older keys', () => {
    const sealedByOldKey = dataSealer.seal(plainText, 'row 1');
    const rotatedSealer = createDataEncryption([newKey, oldKey], systemIds);
    expect(rotatedSealer.open(sealedByOldKey, 'row 1')).toBe(plainText);
    const sealedByNewKey = rotatedSealer.seal(plainText, 'row 1');
    expect(dataSealer.open(sealedByNewKey, 'row 1')).toBeNull();
    expect(createDataEncryption([newKey], systemIds).open(sealedByNewKey, 'row 1')).toBe(plainText);
    expect(createDataEncryption([newKey], systemIds).open(sealedByOldKey, 'row 1')).toBeNull();
  });
});
