import type { TransparencyReport } from '@guilda/contract/moderation/transparency';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as transparencyRoute from '../../app/routes/transparency.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

const buildReport = (halfYear: string): TransparencyReport => ({
  half: halfYear,
  reports: { minor: null, user: 1_230, service: 10, post: 20, comment: 30, review: null },
  outcomes: { upheld: 40, dismissed: null },
  actions: {
    ...{ hide: 10, automaticHide: null, blur: null, warn: 20, suspend: null, banPicture: null },
    ...{ refund: null, requireAge: 10 },
  },
  appeals: { received: 10, granted: null, denied: null },
  times: { reports: { median: 16, ninetyPercent: 72 }, appeals: null },
});

function openTransparencyPage(reports: readonly TransparencyReport[]) {
  serveApi({ 'GET /api/transparency': () => ({ reports, nextOn: '2027-01-01' }) });
  return renderRoutes({ '/transparencia': transparencyRoute }, { address: '/transparencia' });
}

it('the transparency page shows the newest half-year without small counts and totals', async () => {
  openTransparencyPage([buildReport('2026-2'), buildReport('2026-1')]);
  expect(await screen.findByRole('heading', { name: '2º semestre de 2026' })).toBeVisible();
  const [newest, older] = screen.getAllByRole('group');
  expect([newest, older].map((details) => details?.hasAttribute('open'))).toEqual([true, false]);
  const rowOf = (name: string) =>
    within(newest as HTMLElement).getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
  expect(rowOf('Sobre perfis')).toBe('Sobre perfis1.230');
  expect(rowOf('Envolvem menores')).toBe('Envolvem menores de 18 anosmenos de 10');
  expect(rowOf('Contas em pausa')).toBe('Contas em pausa até confirmar a idade10');
  expect(rowOf('Metade das denúncias')).toBe('Metade das denúnciasaté 16 horas');
  expect(rowOf('9 de cada 10 das denúncias')).toBe('9 de cada 10 das denúnciasaté 3 dias');
  expect(rowOf('Metade dos recursos')).toBe('Metade dos recursosmenos de 10 decisões');
  expect(
    within(newest as HTMLElement).getByRole('link', { name: /2º semestre de 2026 em CSV/ }),
  ).toHaveAttribute('href', '/api/transparency/2026-2.csv');
});

it('the transparency page says when the first report is published while there is none', async () => {
  openTransparencyPage([]);
  expect(await screen.findByText(/O primeiro aparece aqui a partir de 01\/01\/2027/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Como ler os números' })).toBeVisible();
});
