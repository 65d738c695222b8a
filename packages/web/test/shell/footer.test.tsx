import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Footer } from '../../app/features/shell/bars/footer.tsx';
import { renderPage } from '../fixtures/render-page.tsx';

describe('the footer', () => {
  it('names the company, its address and the address for personal data', async () => {
    renderPage(<Footer />);
    const footer = await screen.findByRole('contentinfo');
    expect(footer.querySelector('address')?.textContent?.replaceAll('\u00a0', ' ')).toBe(
      'Guilda de Teste Ltda. · CNPJ 11.222.333/0001-81 · Rua dos Testes, 1, São Paulo, SP · ' +
        'contato@guilda.example · Dados pessoais: privacidade@guilda.example',
    );
  });
});
