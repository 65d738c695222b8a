import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import { LegalPage } from './legal-page.tsx';
import { marketSections } from './terms-market.tsx';
import { closingSections, openingSections } from './terms-people.tsx';

const termsSections = [...openingSections, ...marketSections, ...closingSections];

/** `/termos`: the terms of use. */
export function TermsPage({ rules }: { rules: LegalPageValues }) {
  return (
    <LegalPage
      title="Termos de uso"
      lead="As regras da casa, em português claro. Usar a Guilda com uma conta é concordar com elas."
      rules={rules}
      sections={termsSections}
      otherPage={{ to: '/privacidade', label: 'Privacidade' }}
    />
  );
}
