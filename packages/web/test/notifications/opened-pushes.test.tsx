import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useOpenFromPush } from '../../app/lib/push/use-open-from-push.ts';
import { UnsavedChangesGuard } from '../../app/ui/overlays/unsaved-changes-guard.tsx';
import { installPush } from '../fakes/fake-push.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn } from '../fixtures/screen.ts';

function Page({ dirty }: { dirty: boolean }) {
  useOpenFromPush();
  return <UnsavedChangesGuard dirty={dirty} text="As mudanças serão perdidas." />;
}

function openPage({ dirty = false } = {}) {
  installPush();
  return renderPage(<Page dirty={dirty} />, { address: '/form', signedInAs: buildUser() });
}

/** Sends the page what its service worker sends on a click; true when the page answers. */
function sendToPage(data: unknown): boolean {
  const port = { postMessage: vi.fn() };
  const message = Object.assign(new Event('message'), { data, ports: [port] });
  act(() => void navigator.serviceWorker.dispatchEvent(message));
  return port.postMessage.mock.calls.length > 0;
}

const openRequest = (path: string, until = Number.POSITIVE_INFINITY) => ({
  open: new URL(path, window.location.origin).href,
  until,
});

it('a page goes to the address of a push that was clicked, and answers', async () => {
  openPage();
  expect(sendToPage(openRequest('/post/1?a=1#comentarios'))).toBe(true);
  expect(await screen.findByText('page /post/1')).toBeVisible();
  expect(window.location.search + window.location.hash).toBe('?a=1#comentarios');
});

it('a form with unsaved changes asks before a push that was clicked leaves it', async () => {
  const { person } = openPage({ dirty: true });
  expect(sendToPage(openRequest('/post/1'))).toBe(true);
  const question = await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
  await person.click(buttonIn(question, 'Continuar editando'));
  expect(window.location.pathname).toBe('/form');
});

it.each([
  ['another site', openRequest('https://evil.example/')],
  ['another site in the path', openRequest('/.//evil.example/')],
  ['a script', openRequest('javascript:alert(1)')],
  ['no address', { open: 'x://[', until: Number.POSITIVE_INFINITY }],
  ['a request that came too late', openRequest('/post/1', Date.now() - 1)],
  ['another message', 'push-renewed'],
])('a page ignores %s', (_, data) => {
  openPage();
  expect(sendToPage(data)).toBe(false);
  expect(window.location.pathname).toBe('/form');
});
