import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildCase, buildModeratedPerson } from '../fixtures/admin-builders.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });

async function openCase(
  changes: Parameters<typeof buildCase>[0] = {},
  settings: { readonly accountAge?: number } = {},
) {
  const shownCase = buildCase({ title: 'Grita tarde', ...changes });
  const cases = [shownCase];
  serveQueue(cases);
  const address = `/admin?caso=${shownCase.id}`;
  const { person, router } = renderPage(<AdminPage uid={admin.uid} />, {
    address,
    signedInAs: admin,
    settings,
  });
  await screen.findByRole('heading', { level: 2, name: 'Grita tarde' });
  const decide = () => person.click(screen.getByRole('button', { name: 'Decidir' }));
  return { person, router, shownCase, cases, decide };
}

it('a decision without an outcome or a reason is not sent', async () => {
  const { person, decide } = await openCase();
  await decide();
  expect(await screen.findByText('Escolha como o caso termina.')).toBeVisible();
  await person.click(screen.getByText('Procede', { exact: true }));
  await decide();
  expect(await screen.findByText('Motivo obrigatório')).toBeVisible();
  expect(requestsTo('POST /api/admin/cases/:id/decision')).toHaveLength(0);
});

it('a case that another administrator decided in the meantime shows that decision', async () => {
  const { person, shownCase, cases, decide } = await openCase();
  serveApi({
    'POST /api/admin/cases/:id/decision': () => {
      cases[0] = { ...shownCase, state: 'closed', outcome: 'upheld', answer: 'Há gravação.' };
      throw apiError('case_decided');
    },
  });
  await person.click(screen.getByText('Não procede', { exact: true }));
  await person.click(screen.getByLabelText('Motivo'));
  await person.paste('Falta indício do que foi contado.');
  await decide();
  await findToast('Alguém da equipe decidiu antes');
  const decisionRegion = await screen.findByRole('region', { name: 'Decisão' });
  expect(await within(decisionRegion).findByText('Há gravação.')).toBeVisible();
});

it('a late answer does not take the administrator away from another case', async () => {
  const { person, router, shownCase, cases, decide } = await openCase();
  const [nextCase, chosenCase] = [
    buildCase({ title: 'Segundo' }),
    buildCase({ title: 'Terceiro' }),
  ];
  cases.push(nextCase, chosenCase);
  const responseGate = Promise.withResolvers<void>();
  serveApi({
    'POST /api/admin/cases/:id/decision': async () => {
      await responseGate.promise;
      return { case: { ...shownCase, state: 'closed', outcome: 'dismissed', answer: 'Nada.' } };
    },
  });
  await person.click(screen.getByText('Não procede', { exact: true }));
  await person.click(screen.getByLabelText('Motivo'));
  await person.paste('Falta indício do que foi contado.');
  await decide();
  await waitFor(() => expect(requestsTo('POST /api/admin/cases/:id/decision')).toHaveLength(1));
  await act(async () => router.navigate(`/admin?caso=${chosenCase.id}`));
  await screen.findByRole('heading', { level: 2, name: 'Terceiro' });
  responseGate.resolve();
  await findToast(/: não procede$/);
  expect(window.location.search).toContain(chosenCase.id);
});

it.each([
  [{}, 18],
  [{ accountAge: 16 }, 16],
])(
  'a case about the age of an account names the age that is proven, with %j',
  async (settings, age) => {
    await openCase({ underage: true }, settings);
    expect(screen.getByText(`Conta de menor de ${age} anos`)).toBeVisible();
  },
);

it('the decision does not offer to require an age that the person has proven', async () => {
  const about = buildModeratedPerson({ verifiedAge: 16 });
  const { person } = await openCase({ underage: true, about }, { accountAge: 16 });
  await person.click(screen.getByText('Procede', { exact: true }));
  expect(await screen.findByText('Dar advertência')).toBeVisible();
  expect(screen.queryByText('Pedir a confirmação da idade')).toBeNull();
});

it('a request about an order shows its picture, which the decision can ban', async () => {
  const photoURL = '/pictures/00000000-0000-4000-8000-000000000001/480.webp';
  const order = {
    ...{ id: crypto.randomUUID(), purchaseCode: 'GLD-7K3MQX', productName: 'Aula' },
    ...{ serviceStatus: 'awaiting_start', price: '49.90' },
    ...{ buyer: buildModeratedPerson(), seller: buildModeratedPerson() },
  } as const;
  const content = { title: 'Aula', text: 'GLD-7K3MQX', adult: false, hidden: null };
  const place = { photoURL, gone: false, path: null, createdAt: new Date().toISOString() };
  const subject = { kind: 'order', id: order.id, ...content, ...place } as const;
  await openCase({ kind: 'support', order, subject });
  expect(screen.getByAltText('Imagem do pedido')).toHaveAttribute('src', photoURL);
  expect(screen.getByText('Não deixar a imagem voltar')).toBeVisible();
  expect(screen.getByText('Reembolsar o pedido')).toBeVisible();
});

it('the form of an appeal against a refund says that no money moves', async () => {
  const decision = { action: 'refund', reason: 'Não entregou.', until: null } as const;
  const { person } = await openCase({
    kind: 'appeal',
    decision: { ...decision, at: '2026-11-20T12:00:00.000Z' },
  });
  const note = 'O valor já voltou para quem comprou e não sai de novo.';
  expect(screen.queryByText(note)).toBeNull();
  await person.click(screen.getByText('Aceitar recurso'));
  expect(await screen.findByText(note)).toBeVisible();
});
