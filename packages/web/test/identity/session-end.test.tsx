import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RequireSession } from '../../app/features/identity/index.ts';
import {
  DataSection,
  DecisionsSection,
  DevicesSection,
} from '../../app/features/settings/index.ts';
import { apiError, requestsTo, type SentRequest, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const signedInUser = buildUser();

const guardedSections = (
  <RequireSession fallback={<p>Carregando</p>}>
    {(person) => (
      <>
        <DevicesSection user={person} />
        <DecisionsSection user={person} />
        <DataSection user={person} />
      </>
    )}
  </RequireSession>
);

const tokenOf = ({ headers }: SentRequest) => headers.get('authorization');

/** Answers with `body` when the request contains the renewed token, and refuses any other token. */
const answerRenewedToken = (body: unknown) => (request: SentRequest) => {
  if (tokenOf(request) !== 'Bearer renewed') throw apiError('token_invalid');
  return body;
};

const listEndpoints = [
  'GET /api/users/me/sessions',
  'GET /api/decisions',
  'GET /api/users/me/exports',
];

function serveExpiredSession(answerRefresh: () => unknown) {
  serveApi({
    'GET /api/users/me/sessions': answerRenewedToken({ sessions: [] }),
    'GET /api/decisions': answerRenewedToken({ decisions: [], nextCursor: null }),
    'GET /api/users/me/exports': answerRenewedToken({ exports: [] }),
    'POST /api/users/refresh-token': answerRefresh,
  });
  const page = renderPage(guardedSections, {
    address: '/user/settings?x=1#dispositivos',
    signedInAs: signedInUser,
  });
  serveApi({ 'GET /api/users/me': answerRenewedToken(signedInUser) });
  return page;
}

it('an expired token is renewed once for all pending requests', async () => {
  serveExpiredSession(() => ({ accessToken: 'renewed', refreshToken: 'second' }));
  for (const endpoint of [...listEndpoints, 'GET /api/users/me'])
    await waitFor(() =>
      expect(requestsTo(endpoint).map(tokenOf)).toEqual(['Bearer access', 'Bearer renewed']),
    );
  expect(requestsTo('POST /api/users/refresh-token')).toHaveLength(1);
  expect(localStorage.getItem('accessToken')).toBe('renewed');
  expect(localStorage.getItem('refreshToken')).toBe('second');
  expect(window.location.pathname).toBe('/user/settings');
});

it('a session that cannot be renewed leads to the login', async () => {
  serveExpiredSession(() => Promise.reject(apiError('token_invalid')));
  expect(await screen.findByText('page /login')).toBeVisible();
  expect(Object.keys(localStorage)).toEqual([]);
  expect(requestsTo('POST /api/users/refresh-token')).toHaveLength(1);
});
