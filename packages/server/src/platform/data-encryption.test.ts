import { describe, expect, it } from 'vitest';
import { systemIds } from '../ports/ids.ts';
import { createDataEncryption } from './data-encryption.ts';
import { deriveSecrets } from './secrets.ts';

const keyOf = (master: string) => deriveSecrets(master).of('personal data');
const [oldKey, newKey] = [keyOf('a'.repeat(32)), keyOf('b'.repeat(32))];
const dataEncryption = createDataEncryption([oldKey], systemIds);
const plainText = '{"cpf":"12345678909"}';

describe('data encryption', () => {
  it('decrypts its own ciphertexts, and encrypts a value differently each time', () => {
    const one = dataEncryption.encrypt(plainText, 'row 1');
    const other = dataEncryption.encrypt(plainText, 'row 1');
    expect(dataEncryption.decrypt(one, 'row 1')).toBe(plainText);
    expect(one.equals(other)).toBe(false);
    expect(one.includes('12345678909')).toBe(false);
  });

  it('does not decrypt a ciphertext that was moved to another row, changed or truncated', () => {
    const encryptedBytes = dataEncryption.encrypt(plainText, 'row 1');
    expect(dataEncryption.decrypt(encryptedBytes, 'row 2')).toBeNull();
    for (let index = 0; index < encryptedBytes.length; index += 1) {
      const changedBytes = Buffer.from(encryptedBytes);
      changedBytes[index] = (changedBytes[index] ?? 0) ^ 1;
      expect(dataEncryption.decrypt(changedBytes, 'row 1')).toBeNull();
      expect(dataEncryption.decrypt(encryptedBytes.subarray(0, index), 'row 1')).toBeNull();
    }
  });

  it('encrypts with the newest key and still decrypts ciphertexts of older keys', () => {
    const encryptedByOldKey = dataEncryption.encrypt(plainText, 'row 1');
    const rotatedEncryption = createDataEncryption([newKey, oldKey], systemIds);
    expect(rotatedEncryption.decrypt(encryptedByOldKey, 'row 1')).toBe(plainText);
    const encryptedByNewKey = rotatedEncryption.encrypt(plainText, 'row 1');
    expect(dataEncryption.decrypt(encryptedByNewKey, 'row 1')).toBeNull();
    const newEncryption = createDataEncryption([newKey], systemIds);
    expect(newEncryption.decrypt(encryptedByNewKey, 'row 1')).toBe(plainText);
    expect(newEncryption.decrypt(encryptedByOldKey, 'row 1')).toBeNull();
  });
});
