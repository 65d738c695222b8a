import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EvidenceButton } from '../../app/features/disputes/evidence-button.tsx';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';

const buyer = buildUser();
const order = buildOrder({ buyerId: buyer.uid });
const evidenceRequest = `GET /api/payments/${order.id}/evidence`;

/** Name and size in bytes of each file that the page saved. */
let savedFiles: { name: string; size: number }[];
let fileSize: number;
beforeEach(() => {
  savedFiles = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      ({ size: fileSize } = blob);
      return 'blob:provas';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    savedFiles.push({ name: this.download, size: fileSize });
  });
});
afterEach(() => vi.restoreAllMocks());

describe('the button of the evidence', () => {
  const pressDownload = async () => {
    const { person } = renderPage(<EvidenceButton order={order} />, { signedInAs: buyer });
    await person.click(await screen.findByRole('button', { name: 'Baixar provas' }));
  };

  it('saves the unchanged zip under the code of the purchase', async () => {
    const bytes = new Uint8Array([0x50, 0x4b, 0x05, 0x06, 0xff, 0xfe, 0x00]);
    serveApi({ [evidenceRequest]: () => new Blob([bytes], { type: 'application/zip' }) });
    await pressDownload();
    const name = `provas-${order.purchaseCode}.zip`;
    await waitFor(() => expect(savedFiles).toEqual([{ name, size: bytes.length }]));
  });

  it('says why the evidence cannot be downloaded', async () => {
    serveApi({ [evidenceRequest]: () => Promise.reject(apiError('order_not_found')) });
    await pressDownload();
    await findToast('Pedido não encontrado.');
    expect(savedFiles).toEqual([]);
  });
});
