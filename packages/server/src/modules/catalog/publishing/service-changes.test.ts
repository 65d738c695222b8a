import { serviceTexts } from '@guilda/contract/services/catalog';
import { describe, expect, it } from 'vitest';
import { checkPackSize, decideServiceEdit } from './service-changes.ts';

const callService = {
  type: 'call',
  category: 'valorant',
  adult: false,
  adultByTeam: false,
} as const;
const mediaService = {
  type: 'media',
  category: 'drawing',
  adult: false,
  adultByTeam: false,
} as const;
const blurredMedia = { ...mediaService, adult: true, adultByTeam: true } as const;
const nudityMedia = { ...mediaService, category: 'nudez', adult: true } as const;
const noFiles = { waitingFileIds: undefined, fileCount: 0, hasImage: false };
const missingArchives = { issues: [{ path: 'archives', message: serviceTexts.archivesMissing }] };

describe('a pack', () => {
  it.each([
    [noFiles, false],
    [{ waitingFileIds: [], fileCount: 0 }, false],
    [{ waitingFileIds: ['a'], fileCount: 0 }, true],
    [{ waitingFileIds: undefined, fileCount: 50 }, true],
    [{ waitingFileIds: ['a'], fileCount: 50 }, false],
  ])('of %j may be asked for: %s', (pack, allowed) => {
    expect(checkPackSize('media', pack).ok).toBe(allowed);
    expect(checkPackSize('call', pack).ok).toBe(true);
  });
});

describe('a change', () => {
  it('contains the given fields only', () => {
    const decision = decideServiceEdit(
      callService,
      { title: 'Nova', price: undefined, archiveIds: ['a'] },
      noFiles,
    );
    expect(decision).toEqual({
      ok: true,
      value: {
        patch: { title: 'Nova', adult: false },
        packChange: 'keep',
        adult: false,
        becomesAdult: false,
      },
    });
  });

  it.each([
    [
      'a call stays one',
      callService,
      {},
      { waitingFileIds: ['a'], fileCount: 2, hasImage: true },
      'keep',
    ],
    [
      'a call takes a pack',
      callService,
      { type: 'media' },
      { waitingFileIds: ['a'], fileCount: 0, hasImage: false },
      'replace',
    ],
    [
      'a pack goes with its type',
      mediaService,
      { type: 'call' },
      { waitingFileIds: ['a'], fileCount: 1, hasImage: false },
      'empty',
    ],
    ['a pack is left alone', mediaService, {}, noFiles, 'keep'],
    [
      'a pack is replaced',
      mediaService,
      {},
      { waitingFileIds: undefined, fileCount: 1, hasImage: false },
      'replace',
    ],
  ] as const)('%s', (_, serviceBefore, changes, sentFiles, packChange) => {
    expect(decideServiceEdit(serviceBefore, changes, sentFiles)).toMatchObject({
      ok: true,
      value: { packChange },
    });
  });

  it.each([
    ['a call without files', callService, { type: 'media' }, noFiles],
    ['a pack emptied', mediaService, {}, { waitingFileIds: [], fileCount: 0, hasImage: true }],
  ] as const)('is refused: %s', (_, serviceBefore, changes, sent) => {
    expect(decideServiceEdit(serviceBefore, changes, sent)).toMatchObject({
      code: 'invalid_input',
      detail: missingArchives,
    });
  });

  it.each([
    [mediaService, 'nudez', { adult: true, becomesAdult: true }],
    [nudityMedia, 'nudez', { adult: true, becomesAdult: false }],
    [nudityMedia, 'music', { adult: false, becomesAdult: false }],
    // An administrator's decision holds in every category.
    [blurredMedia, 'music', { adult: true, becomesAdult: false }],
    [blurredMedia, 'nudez', { adult: true, becomesAdult: false }],
  ] as const)('of %j to %s', (serviceBefore, category, outcome) => {
    const sent = { ...noFiles, hasImage: true };
    expect(decideServiceEdit(serviceBefore, { category }, sent)).toMatchObject({ value: outcome });
  });

  it('leaves the category for adults only with a new image', () => {
    const imageIssue = { path: 'photoURL', message: 'Imagem de serviço obrigatória' };
    const leaveAdultCategory = (type: 'call' | 'media') =>
      decideServiceEdit({ ...nudityMedia, type: 'call' }, { category: 'music', type }, noFiles);
    expect(leaveAdultCategory('call')).toMatchObject({ detail: { issues: [imageIssue] } });
    expect(leaveAdultCategory('media')).toMatchObject({
      detail: { issues: [...missingArchives.issues, imageIssue] },
    });
    expect(decideServiceEdit(nudityMedia, { title: 'Nova' }, noFiles)).toMatchObject({ ok: true });
    // An administrator may undo the blur later, which would open the old image.
    const blurredNudity = { ...nudityMedia, adultByTeam: true };
    expect(decideServiceEdit(blurredNudity, { category: 'music' }, noFiles)).toMatchObject({
      detail: { issues: [imageIssue] },
    });
    expect(decideServiceEdit(blurredMedia, { category: 'music' }, noFiles)).toMatchObject({
      ok: true,
    });
  });
});
