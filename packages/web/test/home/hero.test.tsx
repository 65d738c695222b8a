import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { HomeHero } from '../../app/features/home/index.ts';
import { useSession } from '../../app/lib/session/session.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

describe('the introduction for visitors', () => {
  it('shows services with price and seller, a link to all of them, and what happens to the money', () => {
    const service = buildService({ title: 'Treino de mira', price: '45.00' });
    renderPage(<HomeHero services={[service]} onlineCount={0} />);
    const hero = screen.getByTestId('home-hero');
    expect(hero).toHaveTextContent('Treino de mira');
    expect(hero).toHaveTextContent('R$ 45,00');
    expect(hero).toHaveTextContent('Seu dinheiro fica guardado até o fim.');
    const [first, second] = screen.getAllByRole('link');
    expect(first).toHaveAttribute('href', '/search/services');
    expect(first).toHaveAttribute('data-variant', 'primary');
    expect(second).toHaveAttribute('href', '/login');
  });

  it('shows the number of people online', () => {
    renderPage(<HomeHero services={[]} onlineCount={1234} />);
    expect(screen.getByText(/online agora/)).toHaveTextContent('1.234 pessoas online agora');
  });

  it('updates the number of people online while it is visible, and keeps it when the request fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [() => ({ online: 17 }), () => Promise.reject(apiError('rate_limited'))];
    serveApi({ 'GET /api/presence': () => answers.shift()?.() });
    renderPage(<HomeHero services={[]} onlineCount={12} />);
    await waitFor(() => expect(useSession.getState().ready).toBe(true));
    expect(screen.getByText(/online agora/)).toHaveTextContent('12 pessoas');
    for (const expectedRequests of [1, 2]) {
      await vi.advanceTimersByTimeAsync(60_000);
      await waitFor(() => expect(requestsTo('GET /api/presence')).toHaveLength(expectedRequests));
      await waitFor(() => expect(screen.getByText(/online agora/)).toHaveTextContent('17 pessoas'));
    }
    vi.useRealTimers();
  });

  it('shows no number of people online below ten', () => {
    renderPage(<HomeHero services={[]} onlineCount={9} />);
    expect(screen.queryByText(/online agora/)).toBeNull();
  });
});
