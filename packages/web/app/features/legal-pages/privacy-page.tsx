import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import { LegalPage } from './legal-page.tsx';
import { dataSections } from './privacy-data.tsx';
import { rightsSections } from './privacy-rights.tsx';

const privacySections = [...dataSections, ...rightsSections];

/** `/privacidade`: which personal data is stored, and what rights people have. */
export function PrivacyPage({ rules }: { rules: LegalPageValues }) {
  return (
    <LegalPage
      title="Privacidade"
      lead="O que a Guilda sabe de você, por que, por quanto tempo, e como você manda nisso."
      rules={rules}
      sections={privacySections}
      otherPage={{ to: '/termos', label: 'Termos de uso' }}
    />
  );
}
