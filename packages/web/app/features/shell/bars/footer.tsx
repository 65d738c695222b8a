import wordmark from '@guilda/design/art/marca/guilda-claro.svg?inline';
import clsx from 'clsx';
import { Link } from 'react-router';
import { useInstallation } from '../../../lib/installation.ts';
import * as styles from './footer.module.css';

/** The footer of all pages: help, contact, the rules, and the company that answers for them. */
export function Footer({ inert }: { inert?: boolean | undefined }) {
  const { company } = useInstallation();
  return (
    <footer data-ui="footer" className={clsx(styles.footer, 'siteFooter onDark')} inert={inert}>
      <div className={clsx(styles.frame, 'container')}>
        <img src={wordmark} alt="Guilda" width={100} height={28} />
        <nav className={clsx(styles.links, 'row')} aria-label="Rodapé">
          <Link to="/ajuda">Ajuda</Link>
          <Link to="/vender">Quero vender</Link>
          <a href={`mailto:${company.email}`}>Contato</a>
          <Link to="/termos">Termos de uso</Link>
          <Link to="/privacidade">Privacidade</Link>
          <Link to="/transparencia">Transparência</Link>
        </nav>
        <address className={clsx(styles.company, 'textXs muted pretty')}>
          {/* No line begins with a separator. */}
          {company.name}&nbsp;· <span className="noWrap">CNPJ {company.cnpj}</span>&nbsp;·{' '}
          {company.address}&nbsp;· {company.email}&nbsp;· Dados pessoais: {company.dpoEmail}
        </address>
      </div>
    </footer>
  );
}
