const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

function flipBit(backup: Buffer, offset: number): Buffer {
  const bytes = Buffer.from(backup);
  bytes[offset] = (bytes[offset] ?? 0) ^ 1;
  return bytes;
}

/** Functions that make a valid backup invalid, by what is wrong with the result. */
export const invalidBackups: Readonly<Record<string, (backup: Buffer) => Buffer>> = {
  nothing: () => Buffer.alloc(0),
  'a text': () => Buffer.from('Oi! '.repeat(1_000)),
  'one byte changed in its head': (backup) => flipBit(backup, backup.indexOf('"migrations"') + 40),
  'one byte changed in a row': (backup) =>
    flipBit(backup, backup.indexOf(ZSTD, backup.indexOf('public.users/')) + 60),
  'one byte changed in a file': (backup) =>
    flipBit(backup, backup.indexOf('files/pictures/') + 1_000),
  'one byte changed in a sum': (backup) => flipBit(backup, backup.indexOf('sums/000001') + 520),
  'one byte changed in its manifest': (backup) =>
    flipBit(backup, backup.indexOf('"sequences"') + 60),
  'an entry taken out': (backup) => {
    const start = backup.indexOf('database/public.payment_steps');
    const end = backup.indexOf('database/public.payments/');
    return Buffer.concat([backup.subarray(0, start), backup.subarray(end)]);
  },
  'the end cut off, in a row': (backup) =>
    backup.subarray(0, backup.indexOf('database/public.payments/') + 700),
  'the end cut off, between two entries': (backup) =>
    backup.subarray(0, backup.indexOf('manifest.json\0')),
  'the last entry cut off': (backup) => backup.subarray(0, backup.indexOf('manifest.json.sha256')),
};
