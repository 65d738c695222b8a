import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SelfCheckPage } from '../../app/features/self-check/index.ts';
import { buildUser } from '../fixtures/builders.ts';

it('names the running check in the first frame, so that its line does not move the list later', () => {
  const html = renderToString(
    <MemoryRouter>
      <SelfCheckPage user={buildUser()} />
    </MemoryRouter>,
  );
  expect(html).toMatch(/role="status"[^>]*>Testando: (<!-- -->)?Sua entrada</);
});
