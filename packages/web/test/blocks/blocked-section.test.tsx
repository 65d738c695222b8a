import type { OwnUser } from '@guilda/contract/accounts/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BlockedSection } from '../../app/features/settings/blocked-section.tsx';
import { FakeResponse, type SentRequest } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buttonIn, findToast } from '../fixtures/screen.ts';
import { renderSettings } from '../fixtures/settings-builders.tsx';

const PAGE_SIZE = 10;

/** Opens the settings of a person who has blocked this many people, latest block first. */
async function renderBlocked(count: number) {
  const allBlockedPeople = Array.from({ length: count }, (_, index) =>
    buildUser({ username: `Barulho_${count - index}`, displayName: `Barulho ${count - index}` }),
  );
  let blockedPeople: OwnUser[] = allBlockedPeople;
  const uidOf = ({ path }: SentRequest) => path.split('/')[3];
  const page = await renderSettings({
    section: (account) => <BlockedSection user={account} />,
    handlers: {
      'GET /api/users/me/blocked': ({ query }) => {
        const start = Number(query.get('cursor') ?? 0);
        const nextCursor =
          start + PAGE_SIZE < blockedPeople.length ? String(start + PAGE_SIZE) : null;
        return { users: blockedPeople.slice(start, start + PAGE_SIZE), nextCursor };
      },
      'DELETE /api/users/:uid/block': (request) => {
        blockedPeople = blockedPeople.filter(({ uid }) => uid !== uidOf(request));
        return new FakeResponse(204);
      },
      'PUT /api/users/:uid/block': (request) => {
        blockedPeople = [
          ...allBlockedPeople.filter(({ uid }) => uid === uidOf(request)),
          ...blockedPeople,
        ];
        return new FakeResponse(204);
      },
    },
  });
  const section = await screen.findByRole('region', { name: 'Pessoas bloqueadas' });
  return { ...page, section, rows: () => within(section).queryAllByRole('listitem') };
}

it('a person who has blocked nobody sees an empty state', async () => {
  const { section } = await renderBlocked(0);
  expect(await within(section).findByText('Você não bloqueou ninguém.')).toBeVisible();
});

it('blocked people are listed page by page, the latest block first', async () => {
  const { person, section, rows } = await renderBlocked(11);
  await waitFor(() => expect(rows()).toHaveLength(10));
  expect(rows()[0]).toHaveTextContent('Barulho 11');
  await person.click(buttonIn(section, 'Carregar mais'));
  await waitFor(() => expect(rows()).toHaveLength(11));
  expect(within(section).getByRole('link', { name: /Barulho 10/ })).toHaveAttribute(
    'href',
    '/user/Barulho_10',
  );
  // The pressed button has disappeared with the last page.
  expect(within(section).getByRole('link', { name: /@Barulho_1$/ })).toHaveFocus();
});

it('a person is unblocked in the list, and can be blocked again there', async () => {
  const { person, section, rows } = await renderBlocked(3);
  await waitFor(() => expect(rows()).toHaveLength(3));
  await person.click(buttonIn(section, 'Desbloquear Barulho 2'));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(section).not.toHaveTextContent('Barulho 2');
  await person.click(buttonIn(await findToast('Pessoa desbloqueada'), 'Desfazer'));
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Barulho 2'));
});
