import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
async function sendToPage(data: unknown) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), 100);
  });
  const message = Object.assign(new Event('message'), { data, ports: [port2] });
  act(() => void navigator.serviceWorker.dispatchEvent(message));
  const isAnswered = await answer;
  port1.close();
  return isAnswered;
}

const openRequest = (path: string, until = Date.now() + 500) => ({
  open: new URL(path, window.location.origin).href,
  until,
});

it('a page goes to the address of a push that was clicked, and answers', async () => {
  openPage();
  expect(await sendToPage(openRequest('/post/1?a=1#comentarios'))).toBe(true);
  expect(await screen.findByText('page /post/1')).toBeVisible();
  expect(window.location.search + window.location.hash).toBe('?a=1#comentarios');
});

it('a form with unsaved changes asks before a push that was clicked leaves it', async () => {
  const { person } = openPage({ dirty: true });
  expect(await sendToPage(openRequest('/post/1'))).toBe(true);
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
])('a page ignores %s', async (_, data) => {
  openPage();
  expect(await sendToPage(data)).toBe(false);
  expect(window.location.pathname).toBe('/form');
});
