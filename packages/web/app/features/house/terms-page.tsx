import type { HouseRules } from '@guilda/contract/house';
import { HousePage } from './house-page.tsx';
import { marketSections } from './terms-market.tsx';
import { peopleFirst, peopleLast } from './terms-people.tsx';

const sections = [...peopleFirst, ...marketSections, ...peopleLast];

/** `/termos`: the rules of the house, as they are. */
export function TermsPage({ rules }: { rules: HouseRules }) {
  return (
    <HousePage
      title="Termos de uso"
      lead="As regras da casa, em português claro. Usar a Guilda com uma conta é concordar com elas."
      rules={rules}
      sections={sections}
      other={{ to: '/privacidade', label: 'Privacidade' }}
    />
  );
}
