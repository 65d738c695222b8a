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

let opened: string[] = [];

function LikeButton() {
  const user = useSession((state) => state.user);
  return (
    <button type="button" onClick={() => opened.push(user ? 'like' : 'sign in')}>
      Curtir
    </button>
  );
}

function Page() {
  useRepeatEarlyPress();
  return (
    <>
      <button type="button" onClick={() => opened.push('report')}>
        Denunciar
      </button>
      <button type="button" onClick={() => opened.push('share')}>
        Compartilhar
      </button>
      <button type="button" aria-disabled="true" onClick={() => opened.push('buy')}>
        Contratar
      </button>
      <LikeButton />
    </>
  );
}

let container: HTMLElement;

beforeAll(() => {
  // The script in the page's head does the same.
  const script = document.createElement('script');
  script.textContent = earlyPressScript;
  document.head.append(script);
});

beforeEach(() => {
  opened = [];
  useSession.setState({ ready: true });
  delete document.documentElement.dataset['hydrating'];
  container = document.createElement('main');
  container.innerHTML = renderToString(<Page />);
  document.body.append(container);
});

function hydrate() {
  stopMarkingPresses();
  render(<Page />, { container, hydrate: true });
}

const sessionIsReady = (ready: boolean) => act(() => useSession.setState({ ready }));

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('the page repeats the last press that came before its code was loaded', () => {
  press('Denunciar');
  press('Compartilhar');
  press('Compartilhar');
  expect(opened).toEqual([]);
  hydrate();
  expect(opened).toEqual(['share']);
  sessionIsReady(false);
  sessionIsReady(true);
  expect(opened).toEqual(['share']);
});

it('the page marks no disabled button as pressed, and none once hydration has begun', async () => {
  press('Contratar');
  hydrate();
  await userEvent.click(screen.getByRole('button', { name: 'Denunciar' }));
  sessionIsReady(false);
  sessionIsReady(true);
  expect(opened).toEqual(['report']);
});

it('the page repeats a press only once it knows the session', async () => {
  useSession.setState({ ready: false });
  press('Curtir');
  hydrate();
  expect(opened).toEqual([]);
  act(() => useSession.setState({ user: buildUser() }));
  expect(opened).toEqual([]);
  sessionIsReady(true);
  expect(opened).toEqual(['like']);
});
