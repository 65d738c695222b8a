import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import clsx from 'clsx';
import { Link } from 'react-router';
import { InPageLink } from '../../ui/actions/in-page-link.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './legal-page.module.css';
import type { LegalSection } from './section.ts';

interface LegalPageProps {
  title: string;
  lead: string;
  rules: LegalPageValues;
  sections: readonly LegalSection[];
  /** Link to the other legal page. */
  otherPage: { readonly to: string; readonly label: string };
}

/** The date of the last change of the legal texts, as ISO date and as shown. */
const LAST_CHANGE = { date: '2026-11-30', text: '30 de novembro de 2026' };

function TableOfContents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav className={styles.contents} aria-label="Nesta página">
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <InPageLink targetId={id}>{title}</InPageLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A legal page: table of contents and sections, suitable for printing. */
export function LegalPage({ title, lead, rules, sections, otherPage }: LegalPageProps) {
  return (
    <Main>
      <div data-page="legal" className={clsx(styles.page, 'container')}>
        <header className={styles.head}>
          <h1 className="display2">{title}</h1>
          <p className="textLg secondary pretty">{lead}</p>
          <p className="textSm muted">
            Versão de <time dateTime={LAST_CHANGE.date}>{LAST_CHANGE.text}</time>. Leia também:{' '}
            <Link className="link" to={otherPage.to}>
              {otherPage.label}
            </Link>
          </p>
        </header>
        <TableOfContents sections={sections} />
        <div className={styles.text}>
          {sections.map(({ id, title: heading, Body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-t`} tabIndex={-1}>
              <h2 className="display4" id={`${id}-t`}>
                {heading}
              </h2>
              <Body rules={rules} />
            </section>
          ))}
        </div>
      </div>
    </Main>
  );
}
