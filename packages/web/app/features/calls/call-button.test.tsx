import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { CallsOfferedContext } from '../../lib/calls-offered.ts';
import { CallButton } from './call-button.tsx';

const calledPerson = {
  ...{ uid: 'u2', username: 'mirafina77', displayName: 'MiraFina77', photoURL: null },
  ...{ discordId: '1', canBeCalled: true },
};

function renderCallButton(isOffered: boolean): string {
  const element = (
    <CallsOfferedContext value={isOffered}>
      <CallButton person={calledPerson} />
    </CallsOfferedContext>
  );
  return renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />,
  );
}

test('the button for a call is shown only where calls are offered', () => {
  expect(renderCallButton(true)).toContain('aria-label="Ligar para MiraFina77"');
  expect(renderCallButton(false)).toBe('');
});
