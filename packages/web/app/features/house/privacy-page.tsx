import type { HouseRules } from '@guilda/contract/house';
import { HousePage } from './house-page.tsx';
import { dataSections } from './privacy-data.tsx';
import { rightsSections } from './privacy-rights.tsx';

const sections = [...dataSections, ...rightsSections];

/** `/privacidade`: what is kept of people, and what they may do about it. */
export function PrivacyPage({ rules }: { rules: HouseRules }) {
  return (
    <HousePage
      title="Privacidade"
      lead="O que a Guilda sabe de você, por que, por quanto tempo, e como você manda nisso."
      rules={rules}
      sections={sections}
      other={{ to: '/termos', label: 'Termos de uso' }}
    />
  );
}
