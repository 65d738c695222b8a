import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildCase } from '../fixtures/admin-builders.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin' });
const sealedAt = '2026-11-20T12:00:00.000Z';
const sha256 = 'a'.repeat(64);

let savedNames: string[];
beforeEach(() => {
  savedNames = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    savedNames.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

async function openCase(evidenceOpenings: unknown[] = []) {
  const shownCase = buildCase({
    title: 'Conta estranha',
    seal: { sealedAt, sha256, openings: evidenceOpenings as never },
  });
  serveQueue([shownCase]);
  const address = `/admin?caso=${shownCase.id}`;
  const { person } = renderPage(<AdminPage uid={admin.uid} />, { address, signedInAs: admin });
  const section = await screen.findByRole('region', { name: 'Cópia lacrada' });
  return { person, shownCase, section };
}

it('the sealed copy of a case shows its hash and who opened it, and opens on a press', async () => {
  const { person, section } = await openCase([
    {
      id: 'x',
      actor: { uid: admin.uid, name: 'Da Equipe' },
      action: 'authority_package',
      subject: { kind: 'case', id: 'c', label: 'DEN-0001', path: null },
      reason: 'Ofício 12/2026',
      caseCode: null,
      caseId: null,
      at: sealedAt,
    },
  ]);
  expect(section).toHaveTextContent('SHA-256 aaaaaaaaaaaaaaaa…');
  expect(within(section).getByText('Ofício 12/2026')).toBeVisible();
  expect(requestsTo('GET /api/admin/cases/:id/copy')).toHaveLength(0);
  const copy = { kind: 'post', id: 'p', authorId: 'a', title: 'Golpe', text: 'Mandem Pix' };
  serveApi({
    'GET /api/admin/cases/:id/copy': () => ({
      copy: { ...copy, moreText: null, photoURL: null, createdAt: sealedAt, sha256, sealedAt },
    }),
  });
  await person.click(within(section).getByRole('button', { name: 'Ver a cópia' }));
  expect(await within(section).findByText('Mandem Pix')).toBeVisible();
});

it('the package for the authority is downloaded with a reason', async () => {
  const { person, shownCase, section } = await openCase();
  expect(section).toHaveTextContent('Ninguém abriu a cópia até agora.');
  await person.click(within(section).getByRole('button', { name: 'Pacote para a autoridade' }));
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Pacote para a autoridade',
  });
  await person.click(within(dialog).getByRole('button', { name: 'Salvar pacote' }));
  expect(await within(dialog).findByText('Motivo obrigatório')).toBeVisible();
  serveApi({ 'POST /api/admin/cases/:id/authority-package': () => new Blob(['PK']) });
  await person.click(within(dialog).getByLabelText('Motivo'));
  await person.paste('Ofício 12/2026');
  await person.click(within(dialog).getByRole('button', { name: 'Salvar pacote' }));
  await findToast('Pacote salvo');
  await waitFor(() => expect(savedNames).toEqual([`autoridade-${shownCase.code}.zip`]));
  const [sent] = requestsTo('POST /api/admin/cases/:id/authority-package');
  expect(sent?.body).toEqual({ reason: 'Ofício 12/2026' });
});

it('a case that Guilda itself opened names nobody who wrote it, only the person it is about', async () => {
  const openedCase = buildCase({ title: 'Imagem barrada enviada', author: null });
  serveQueue([openedCase]);
  renderPage(<AdminPage uid={admin.uid} />, {
    address: `/admin?caso=${openedCase.id}`,
    signedInAs: admin,
  });
  expect(await screen.findByRole('heading', { name: 'Aberto automaticamente' })).toBeVisible();
  expect(screen.getByText('Sobre')).toBeVisible();
  expect(screen.queryByText('Quem escreveu')).toBeNull();
});
