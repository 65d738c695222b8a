import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LazyChat } from '../../app/features/chat/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

it('the chat shows a loading state while its code is loading', () => {
  serveApi({});
  const { unmount } = renderPage(<LazyChat />, {
    address: '/?conversa=lista',
    signedInAs: buildUser(),
  });
  expect(screen.getByRole('status', { name: 'Abrindo as conversas' })).toBeVisible();
  unmount();
});
