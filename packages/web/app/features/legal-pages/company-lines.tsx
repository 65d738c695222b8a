import type { Company } from '@guilda/contract/privacy/legal-pages';
import * as styles from './legal-page.module.css';
import { TeamAddress } from './team-address.tsx';

/** The company that runs Guilda, at the end of the terms and of the privacy page. */
export function CompanyLines({ company }: { company: Company }) {
  return (
    <p>
      {company.name}, <span className={styles.unit}>CNPJ {company.cnpj}</span>, {company.address}.{' '}
      <TeamAddress address={company.email} />. Dados pessoais:{' '}
      <TeamAddress address={company.dpoEmail} />
    </p>
  );
}
