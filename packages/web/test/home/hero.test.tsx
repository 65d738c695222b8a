import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HomeHero } from '../../app/features/home/index.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

describe('the introduction for visitors', () => {
  it('shows services with price and seller, the way to all of them first, and what happens to the money', () => {
    const service = buildService({ title: 'Treino de mira', price: '45.00' });
    renderPage(<HomeHero services={[service]} online={0} />);
    const hero = screen.getByTestId('home-hero');
    expect(hero).toHaveTextContent('Treino de mira');
    expect(hero).toHaveTextContent('R$ 45,00');
    expect(hero).toHaveTextContent('Seu dinheiro fica guardado até o fim.');
    const [first, second] = screen.getAllByRole('link');
    expect(first).toHaveAttribute('href', '/search/services');
    expect(first).toHaveAttribute('data-variant', 'primary');
    expect(second).toHaveAttribute('href', '/login');
  });

  it('counts the people online', () => {
    renderPage(<HomeHero services={[]} online={1234} />);
    expect(screen.getByText(/online agora/)).toHaveTextContent('1.234 pessoas online agora');
  });

  it('counts nobody below ten', () => {
    renderPage(<HomeHero services={[]} online={9} />);
    expect(screen.queryByText(/online agora/)).toBeNull();
  });
});
