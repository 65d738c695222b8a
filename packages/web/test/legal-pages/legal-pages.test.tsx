import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PrivacyPage, TermsPage } from '../../app/features/legal-pages/index.ts';
import { testInstallation } from '../fixtures/installation.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const pageValues: LegalPageValues = {
  teamEmail: 'equipe@guilda.example',
  feePercent: 10,
  paymentMinutes: 30,
  startHours: 168,
  clearingHours: 72,
  clearingHoursConfirmed: 0,
  disputeAnswerHours: 48,
  payoutProfileRestHours: 24,
  company: testInstallation.company,
  accountAge: null,
};

describe('the privacy page', () => {
  it.each([
    [{}, '(encarregado): privacidade@guilda.example'],
    [{ dpoName: 'Ana Lima' }, '(encarregado): Ana Lima, privacidade@guilda.example'],
  ])('names the data protection officer, with %j', async (companyChanges, text) => {
    const company = { ...pageValues.company, ...companyChanges };
    renderPage(<PrivacyPage rules={{ ...pageValues, company }} />, { address: '/privacidade' });
    expect(await screen.findByText(/Para qualquer outro pedido/)).toHaveTextContent(text);
  });
});

describe('the last lines of both pages', () => {
  it.each([
    ['/privacidade', PrivacyPage],
    ['/termos', TermsPage],
  ])('of %s name the company and where to write about personal data', async (address, Page) => {
    renderPage(<Page rules={pageValues} />, { address });
    expect(await screen.findByText(/CNPJ 11/)).toBeInTheDocument();
    const lines = (await screen.findByText(/Rua dos Testes, 1/)).textContent;
    expect(lines).toContain(
      'São Paulo, SP. contato@guilda.example. Dados pessoais: privacidade@guilda.example',
    );
  });
});

describe('the terms', () => {
  it.each([
    [null, 18],
    [16, 16],
  ])('with the account age %s name %s for reports of an age', async (accountAge, age) => {
    renderPage(<TermsPage rules={{ ...pageValues, accountAge }} />, { address: '/termos' });
    const underageNote = await screen.findByText(/Se alguém avisar que uma conta/);
    expect(underageNote).toHaveTextContent(`pessoa menor de ${age} anos`);
  });
});
