import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { CallsOfferedContext } from '../../lib/calls-offered.ts';
import { CallButton } from './call-button.tsx';

const person = {
  ...{ uid: 'u2', username: 'mirafina77', displayName: 'MiraFina77', photoURL: null },
  ...{ discordId: '1', canBeCalled: true },
};

function render(offered: boolean): string {
  const element = (
    <CallsOfferedContext value={offered}>
      <CallButton person={person} />
    </CallsOfferedContext>
  );
  return renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />,
  );
}

test('the button for a call is shown only where calls are offered', () => {
  expect(render(true)).toContain('aria-label="Ligar para MiraFina77"');
  expect(render(false)).toBe('');
});
