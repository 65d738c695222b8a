import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  earlyPressScript,
  stopMarkingPresses,
  useRepeatEarlyPress,
} from '../app/lib/loading/early-press.ts';
import { useSession } from '../app/lib/session/session.ts';
import { buildUser } from './fixtures/builders.ts';

let openedDialogs: string[] = [];

function LikeButton() {
  const user = useSession((state) => state.user);
  return (
    <button type="button" onClick={() => openedDialogs.push(user ? 'like' : 'sign in')}>
      Curtir
    </button>
  );
}

function Page() {
  useRepeatEarlyPress();
  return (
    <>
      <button type="button" onClick={() => openedDialogs.push('report')}>
        Denunciar
      </button>
      <button type="button" onClick={() => openedDialogs.push('share')}>
        Compartilhar
      </button>
      <button type="button" aria-disabled="true" onClick={() => openedDialogs.push('buy')}>
        Contratar
      </button>
      <LikeButton />
    </>
  );
}

let pageContainer: HTMLElement;

beforeAll(() => {
  // On real pages, a script in the head runs this code.
  const script = document.createElement('script');
  script.textContent = earlyPressScript;
  document.head.append(script);
});

beforeEach(() => {
  openedDialogs = [];
  useSession.setState({ ready: true });
  delete document.documentElement.dataset['hydrating'];
  pageContainer = document.createElement('main');
  pageContainer.innerHTML = renderToString(<Page />);
  document.body.append(pageContainer);
});

function hydratePage() {
  stopMarkingPresses();
  render(<Page />, { container: pageContainer, hydrate: true });
}

const sessionIsReady = (ready: boolean) => act(() => useSession.setState({ ready }));

const pressButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('the page repeats the last press that came before its code was loaded', () => {
  pressButton('Denunciar');
  pressButton('Compartilhar');
  pressButton('Compartilhar');
  expect(openedDialogs).toEqual([]);
  hydratePage();
  expect(openedDialogs).toEqual(['share']);
  sessionIsReady(false);
  sessionIsReady(true);
  expect(openedDialogs).toEqual(['share']);
});

it('the page marks no disabled button as pressed, and none once hydration has begun', async () => {
  pressButton('Contratar');
  hydratePage();
  await userEvent.click(screen.getByRole('button', { name: 'Denunciar' }));
  sessionIsReady(false);
  sessionIsReady(true);
  expect(openedDialogs).toEqual(['report']);
});

it('the page repeats a press only once it knows the session', async () => {
  useSession.setState({ ready: false });
  pressButton('Curtir');
  hydratePage();
  expect(openedDialogs).toEqual([]);
  act(() => useSession.setState({ user: buildUser() }));
  expect(openedDialogs).toEqual([]);
  sessionIsReady(true);
  expect(openedDialogs).toEqual(['like']);
});
