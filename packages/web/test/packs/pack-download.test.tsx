import type { Pack } from '@guilda/contract/services/packs';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as ownPack from '../../app/routes/own-pack.tsx';
import { FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser, minutesAgo } from '../fixtures/builders.ts';
import { authorOf, buildArchive, buildService } from '../fixtures/catalog-builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';
import { findToast } from '../fixtures/screen.ts';

const PACK_REQUEST = 'GET /api/packs/:serviceId';
const HEAD_REQUEST = 'HEAD /files/packs/:token';

const seller = buildUser();
const service = buildService({ type: 'media', seller: authorOf(seller) });
const packFile = buildArchive('um.png');

/** The pack with new file URLs for each request. */
function buildPack(archiveId: number): Pack {
  const url = `/files/packs/um-${archiveId}`;
  return {
    service,
    files: [
      { ...packFile, url, downloadUrl: `${url}-down`, previewUrl: null, width: 1, height: 1 },
    ],
    zipUrl: `/files/packs/zip-${archiveId}`,
    expiresAt: minutesAgo(-5),
  };
}

async function openPack() {
  let requestCount = 0;
  serveApi({
    [PACK_REQUEST]: () => {
      requestCount += 1;
      return buildPack(requestCount);
    },
  });
  const page = renderRoutes(
    { '/pack/:serviceId': ownPack },
    { address: `/pack/${service.id}`, signedInAs: seller },
  );
  await screen.findByRole('heading', { level: 1, name: service.title });
  return page;
}

describe('a pack', () => {
  it('saves the file once it is available, and never an error response', async () => {
    const savedNames: string[] = [];
    const { person } = await openPack();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      savedNames.push(this.pathname);
    });
    const downloadAllLink = screen.getByRole('link', { name: 'Baixar tudo' });
    serveApi({ [HEAD_REQUEST]: () => new FakeResponse(503, { error: 'Agora não.' }) });
    await person.click(downloadAllLink);
    await findToast('Não deu para salvar. Tente de novo.');
    // The page checks the address in the loaded pack. The check fails, so it requests the pack again and checks the new
    // address.
    expect(requestsTo(HEAD_REQUEST).map(({ path }) => path)).toEqual([
      '/files/packs/zip-1',
      '/files/packs/zip-2',
    ]);
    expect(savedNames).toEqual([]);
    serveApi({ [HEAD_REQUEST]: () => new FakeResponse(200) });
    await person.click(downloadAllLink);
    await waitFor(() => expect(savedNames).toEqual(['/files/packs/zip-2']));
  });

  it('replaces the expired address of a picture once', async () => {
    await openPack();
    const findPicture = () =>
      screen.getByRole('link', { name: 'Ver um.png em tela cheia' }).querySelector('img');
    const picture = findPicture();
    expect(picture).toHaveAttribute('src', '/files/packs/um-1');
    if (picture) fireEvent.error(picture);
    await waitFor(() => expect(findPicture()).toHaveAttribute('src', '/files/packs/um-2'));
    expect(requestsTo(PACK_REQUEST)).toHaveLength(2);
  });
});
