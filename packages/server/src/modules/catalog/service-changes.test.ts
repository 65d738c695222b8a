import { serviceTexts } from '@guilda/contract/catalog';
import { describe, expect, it } from 'vitest';
import { checkPack, decideEdit } from './service-changes.ts';

const call = { type: 'call', category: 'valorant', adult: false } as const;
const media = { type: 'media', category: 'drawing', adult: false } as const;
const nothing = { ids: undefined, files: 0 };
const missing = { issues: [{ path: 'archives', message: serviceTexts.archivesMissing }] };

describe('a pack', () => {
  it.each([
    [nothing, false],
    [{ ids: [], files: 0 }, false],
    [{ ids: ['a'], files: 0 }, true],
    [{ ids: undefined, files: 50 }, true],
    [{ ids: ['a'], files: 50 }, false],
  ])('of %j may be asked for: %s', (pack, allowed) => {
    expect(checkPack('media', pack).ok).toBe(allowed);
    expect(checkPack('call', pack).ok).toBe(true);
  });
});

describe('a change', () => {
  it('holds what was given and no more', () => {
    const decided = decideEdit(
      call,
      { title: 'Nova', price: undefined, archiveIds: ['a'] },
      nothing,
    );
    expect(decided).toEqual({
      ok: true,
      value: {
        patch: { title: 'Nova', adult: false },
        pack: 'stays',
        adult: false,
        becomesAdult: false,
      },
    });
  });

  it.each([
    ['a call stays one', call, {}, { ids: ['a'], files: 2 }, 'stays'],
    ['a call takes a pack', call, { type: 'media' }, { ids: ['a'], files: 0 }, 'given'],
    ['a pack goes with its type', media, { type: 'call' }, { ids: ['a'], files: 1 }, 'goes'],
    ['a pack is left alone', media, {}, nothing, 'stays'],
    ['a pack is replaced', media, {}, { ids: undefined, files: 1 }, 'given'],
  ] as const)('%s', (_, before, changes, sent, pack) => {
    expect(decideEdit(before, changes, sent)).toMatchObject({ ok: true, value: { pack } });
  });

  it.each([
    ['a call without files', call, { type: 'media' }, nothing],
    ['a pack emptied', media, {}, { ids: [], files: 0 }],
  ] as const)('is refused: %s', (_, before, changes, sent) => {
    expect(decideEdit(before, changes, sent)).toMatchObject({
      code: 'invalid_input',
      detail: missing,
    });
  });

  it.each([
    [media, 'nudez', { adult: true, becomesAdult: true }],
    [{ ...media, category: 'nudez', adult: true }, 'nudez', { adult: true, becomesAdult: false }],
    [{ ...media, category: 'nudez', adult: true }, 'music', { adult: false, becomesAdult: false }],
  ] as const)('of %j to %s', (before, category, outcome) => {
    expect(decideEdit(before, { category }, nothing)).toMatchObject({ value: outcome });
  });
});
