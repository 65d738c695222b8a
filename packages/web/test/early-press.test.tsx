import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
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

let root: HTMLElement;

beforeAll(() => {
  // As the page's head does.
  const script = document.createElement('script');
  script.textContent = earlyPressScript;
  document.head.append(script);
});

beforeEach(() => {
  opened = [];
  delete document.documentElement.dataset['hydrating'];
  document.body.innerHTML = `<main>${renderToString(<Page />)}</main>`;
  root = document.querySelector('main') as HTMLElement;
});

async function hydrate() {
  stopMarkingPresses();
  await act(async () => hydrateRoot(root, <Page />));
  repeatEarlyPress();
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('repeats the last press that came before the code of the page', async () => {
  press('Denunciar');
  press('Compartilhar');
  press('Compartilhar');
  expect(opened).toEqual([]);
  await hydrate();
  expect(opened).toEqual(['share']);
  repeatEarlyPress();
  expect(opened).toEqual(['share']);
});

it('marks no button that is disabled, and none once hydration has begun', async () => {
  press('Contratar');
  await hydrate();
  await userEvent.click(screen.getByRole('button', { name: 'Denunciar' }));
  repeatEarlyPress();
  expect(opened).toEqual(['report']);
});
