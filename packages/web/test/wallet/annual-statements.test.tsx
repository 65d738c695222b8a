import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { apiError, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

/** Collects name and type of each file that the page downloads. */
function collectDownloads(): string[] {
  const savedFiles: string[] = [];
  let type = '';
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      ({ type } = blob);
      return 'blob:informe';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    savedFiles.push(`${this.download} ${type}`);
  });
  return savedFiles;
}

function openWallet(handlers: Parameters<typeof serveApi>[0]) {
  const sums = { available: '0.00', debt: '0.00', clearing: '0.00', held: '0.00' };
  serveApi({
    'GET /api/wallet': () => ({
      ...{ ...sums, fees: '0.00', withdrawing: '0.00', entries: [], nextCursor: null },
    }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/payout-profile': () => ({ profile: null }),
    ...handlers,
  });
  renderPage(<WalletPanel />, { address: '/sales?aba=carteira', signedInAs: buildUser() });
}

it('the wallet downloads the annual statement of a year in both formats', async () => {
  const savedFiles = collectDownloads();
  openWallet({
    'GET /api/wallet/statements': () => ({ years: [2026, 2025] }),
    'GET /api/wallet/statements/2025.pdf': () => new Blob(['%PDF'], { type: 'application/pdf' }),
    'GET /api/wallet/statements/2025.csv': () => 'Informe anual de vendas;2025\r\n',
  });
  expect(await screen.findByText('Informe de 2026')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Baixar informe de 2025 em PDF' }));
  await waitFor(() => expect(savedFiles).toEqual(['guilda-informe-2025.pdf application/pdf']));
  await userEvent.click(screen.getByRole('button', { name: 'Baixar informe de 2025 em CSV' }));
  await waitFor(() =>
    expect(savedFiles.at(-1)).toBe('guilda-informe-2025.csv text/csv;charset=utf-8'),
  );
});

it('the wallet explains annual statements before the first sale', async () => {
  openWallet({ 'GET /api/wallet/statements': () => ({ years: [] }) });
  expect(await screen.findByText(/Depois da primeira venda/)).toBeVisible();
});

it('the wallet says why annual statements could not be loaded, and loads them on another attempt', async () => {
  let answerCount = 0;
  openWallet({
    'GET /api/wallet/statements': () => {
      answerCount += 1;
      if (answerCount === 1) throw apiError('invalid_parameter', 'Volte já.');
      return { years: [2026] };
    },
  });
  expect(await screen.findByText('Volte já.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Informe de 2026')).toBeVisible();
});
