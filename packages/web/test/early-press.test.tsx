import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  earlyPressScript,
  repeatEarlyPress,
  stopMarkingPresses,
} from '../app/lib/loading/early-press.ts';

let opened: string[] = [];

function Page() {
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
    </>
  );
}

let container: HTMLElement;

beforeAll(() => {
  // As the page's head does.
  const script = document.createElement('script');
  script.textContent = earlyPressScript;
  document.head.append(script);
});

beforeEach(() => {
  opened = [];
  delete document.documentElement.dataset['hydrating'];
  container = document.createElement('main');
  container.innerHTML = renderToString(<Page />);
  document.body.append(container);
});

function hydrate() {
  stopMarkingPresses();
  render(<Page />, { container, hydrate: true });
  repeatEarlyPress();
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('repeats the last press that came before the code of the page', () => {
  press('Denunciar');
  press('Compartilhar');
  press('Compartilhar');
  expect(opened).toEqual([]);
  hydrate();
  expect(opened).toEqual(['share']);
  repeatEarlyPress();
  expect(opened).toEqual(['share']);
});

it('marks no button that is disabled, and none once hydration has begun', async () => {
  press('Contratar');
  hydrate();
  await userEvent.click(screen.getByRole('button', { name: 'Denunciar' }));
  repeatEarlyPress();
  expect(opened).toEqual(['report']);
});
