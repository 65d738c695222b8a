import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PackPage } from '../../app/features/packs/index.ts';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser, minutesAgo } from '../fixtures/builders.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const buyer = buildUser();
const service = buildService({ type: 'media', archives: [{ kind: 'JPG', count: 1 }] });
const order = buildOrder({ buyerId: buyer.uid, serviceId: service.id, type: 'media' });
const packFile = {
  id: crypto.randomUUID(),
  name: 'praia.jpg',
  type: 'image/jpeg' as const,
  size: 1000,
  width: 10,
  height: 10,
  url: '/files/packs/a',
  downloadUrl: '/files/packs/b',
  previewUrl: '/files/packs/c',
};

/** The page of the pack, and a button that leaves it or comes back to it. */
function LeavablePack() {
  const [isHere, setIsHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsHere(!isHere)}>
        Sair ou voltar
      </button>
      {isHere && <PackPage serviceId={service.id} paymentId={order.id} />}
    </>
  );
}

function renderPack(changes: Partial<typeof order> = {}) {
  serveApi({
    'GET /api/packs/:paymentId/:serviceId': () => ({
      service,
      files: [packFile],
      zipUrl: '/files/packs/d',
      expiresAt: minutesAgo(-5),
    }),
    'GET /api/payments/:id': () => ({ payment: { ...order, ...changes } }),
  });
  return renderPage(<LeavablePack />, { signedInAs: buyer });
}

const pictureElements = () => document.querySelectorAll('img[src^="/files/packs/"]');

it('a pack loads no file before the buyer opens it, and says that opening ends the right to undo the purchase', async () => {
  const { person } = renderPack();
  const openButton = await screen.findByRole('button', { name: 'Abrir os arquivos' });
  expect(screen.getByText(/Depois de abrir, não pode mais/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'desfazer a compra' })).toHaveAttribute(
    'href',
    `/sales?aba=compras&pedido=${order.id}&acao=reembolsar`,
  );
  expect(pictureElements()).toHaveLength(0);
  await person.click(openButton);
  await waitFor(() => expect(pictureElements().length).toBeGreaterThan(0));
});

it('a pack that the team has taken down says so to its buyer, and leads to the order', async () => {
  serveApi({
    'GET /api/packs/:paymentId/:serviceId': () => {
      throw apiError('pack_hidden');
    },
    'GET /api/payments/:id': () => ({ payment: order }),
  });
  renderPage(<LeavablePack />, { signedInAs: buyer });
  expect(
    await screen.findByRole('heading', { name: 'A equipe tirou este pacote do ar.' }),
  ).toBeVisible();
  expect(screen.queryByText(/Ele se abre depois do pagamento/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver o pedido' })).toHaveAttribute(
    'href',
    `/sales?aba=compras&pedido=${order.id}&acao=detalhes`,
  );
});

it('an opened pack shows its files at once when the person comes back, before the order is loaded again', async () => {
  const { person } = renderPack();
  await person.click(await screen.findByRole('button', { name: 'Abrir os arquivos' }));
  await waitFor(() => expect(pictureElements().length).toBeGreaterThan(0));
  serveApi({ 'GET /api/payments/:id': () => new Promise(() => {}) });
  await person.click(screen.getByRole('button', { name: 'Sair ou voltar' }));
  expect(pictureElements()).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Sair ou voltar' }));
  await waitFor(() => expect(pictureElements().length).toBeGreaterThan(0));
  expect(screen.queryByRole('button', { name: 'Abrir os arquivos' })).toBeNull();
});

it.each([
  {
    serviceStatus: 'in_progress' as const,
    price: '49.90',
    text: / e servem de prova em uma disputa\./,
  },
  { serviceStatus: 'complete' as const, price: '0.00', text: /ficam registradas no pedido\.$/ },
])(
  'a pack that is $serviceStatus and was never opened says that opening it is recorded',
  async ({ text, ...changes }) => {
    const { person } = renderPack(changes);
    const openButton = await screen.findByRole('button', { name: 'Abrir os arquivos' });
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'desfazer a compra' })).toBeNull();
    expect(pictureElements()).toHaveLength(0);
    await person.click(openButton);
    await waitFor(() => expect(pictureElements().length).toBeGreaterThan(0));
  },
);

it.each(['awaiting_start', 'in_progress'] as const)(
  'a pack that was opened before shows its files at once while it is %s',
  async (serviceStatus) => {
    renderPack({ serviceStatus, packOpened: true });
    await waitFor(() => expect(pictureElements().length).toBeGreaterThan(0));
    expect(screen.queryByRole('button', { name: 'Abrir os arquivos' })).toBeNull();
  },
);

it.each([
  { price: '49.90', name: 'Pago em' },
  { price: '0.00', name: 'Pedido em' },
])('the date of an order for $price is called "$name"', async ({ price, name }) => {
  renderPack({ price, packOpened: true });
  expect(await screen.findByText(name)).toBeVisible();
});
