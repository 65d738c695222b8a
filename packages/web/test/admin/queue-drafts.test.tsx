import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { useSession } from '../../app/lib/session/session.ts';
import Admin from '../../app/routes/admin.tsx';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { setViewportWidth } from '../fakes/fake-browser-apis.ts';
import { buildCase } from '../fixtures/admin-builders.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });
const firstCase = buildCase({ code: 'DEN-0001', title: 'Grita um' });
const secondCase = buildCase({ code: 'DEN-0002', title: 'Grita dois' });

const openQueue = (cases: ModerationCase[] = [firstCase, secondCase]) => {
  serveQueue(cases);
  return renderPage(<AdminPage uid={admin.uid} />, { address: '/admin', signedInAs: admin });
};
const findTitle = (name: string) => screen.findByRole('heading', { level: 2, name });
const findCheckbox = (code: string) => screen.findByRole('checkbox', { name: `Escolher ${code}` });
const queueRow = (code: string) =>
  within(screen.getByRole('list', { name: 'Fila' })).getByRole('link', { name: new RegExp(code) });

beforeEach(() => setViewportWidth(1440));

describe('a decision that is being written', () => {
  it('stays when another row is opened or a case is selected', async () => {
    const { person } = openQueue();
    await findTitle('Grita um');
    await person.click(screen.getByText('Procede', { exact: true }));
    await person.click(screen.getByLabelText('Motivo'));
    await person.paste('Ofendeu na conversa.');
    await person.click(queueRow('DEN-0002'));
    await findTitle('Grita dois');
    expect(screen.getByLabelText('Motivo')).toHaveValue('');
    await person.click(queueRow('DEN-0001'));
    await findTitle('Grita um');
    expect(screen.getByLabelText('Motivo')).toHaveValue('Ofendeu na conversa.');
    await person.click(await findCheckbox('DEN-0001'));
    await findTitle('1 denúncia');
    await person.click(await findCheckbox('DEN-0001'));
    await findTitle('Grita um');
    expect(screen.getByLabelText('Motivo')).toHaveValue('Ofendeu na conversa.');
    expect(screen.getByRole('radio', { name: 'Procede' })).toBeChecked();
  });
});

it('what one administrator has written does not reach the next one', async () => {
  serveQueue([firstCase]);
  const { person } = renderPage(<Admin />, { address: '/admin', signedInAs: admin });
  await findTitle('Grita um');
  await person.click(screen.getByText('Procede', { exact: true }));
  await person.click(screen.getByLabelText('Motivo'));
  await person.paste('Ofendeu na conversa.');
  const nextAdmin = buildUser({ role: 'admin', displayName: 'Outra pessoa' });
  serveApi({ 'GET /api/users/me': () => nextAdmin });
  act(() => useSession.getState().setUser(nextAdmin));
  await findTitle('Grita um');
  expect(screen.getByLabelText('Motivo')).toHaveValue('');
});

describe('the queue on a phone', () => {
  beforeEach(() => setViewportWidth(390));

  it('loads no item while only the list is shown', async () => {
    const { person } = openQueue();
    await findCheckbox('DEN-0001');
    expect(requestsTo('GET /api/admin/cases/:id')).toEqual([]);
    expect(screen.queryByRole('heading', { level: 2, name: 'Grita um' })).toBeNull();
    await person.click(queueRow('DEN-0002'));
    await findTitle('Grita dois');
  });

  it('opens another case while one is selected, and goes back to the list', async () => {
    const { person } = openQueue();
    await person.click(await findCheckbox('DEN-0001'));
    await person.click(queueRow('DEN-0002'));
    await findTitle('Grita dois');
    expect(screen.queryByRole('heading', { level: 2, name: '1 denúncia' })).toBeNull();
    const itemBar = screen.getByRole('navigation', { name: 'Itens da fila' });
    await person.click(within(itemBar).getByRole('link', { name: 'Fila' }));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { level: 2, name: 'Grita dois' })).toBeNull(),
    );
    await person.click(screen.getByRole('button', { name: 'Decidir' }));
    await findTitle('1 denúncia');
  });

  it('shows the list again when a case is selected after the form was closed', async () => {
    const { person } = openQueue();
    await person.click(await findCheckbox('DEN-0001'));
    await person.click(screen.getByRole('button', { name: 'Decidir' }));
    await findTitle('1 denúncia');
    await person.click(screen.getByRole('button', { name: 'Limpar escolha' }));
    await person.click(await findCheckbox('DEN-0001'));
    await waitFor(() => expect(screen.getByText('1 escolhido')).toBeVisible());
    expect(screen.queryByRole('heading', { level: 2, name: '1 denúncia' })).toBeNull();
  });
});
