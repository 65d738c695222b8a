import type { HouseRules } from '@guilda/contract/house';
import { Link } from 'react-router';
import { Main } from '../../ui/main.tsx';
import type { HouseSection } from './section.ts';

interface HousePageProps {
  title: string;
  lead: string;
  rules: HouseRules;
  sections: readonly HouseSection[];
  /** The other page of the rules. */
  other: { readonly to: string; readonly label: string };
}

/** The day the texts below were last changed. */
const VERSION = { date: '2026-11-22', text: '22 de novembro de 2026' };

function Contents({ sections }: { sections: readonly HouseSection[] }) {
  return (
    <nav className="regras-n" aria-label="Nesta página">
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A page of the rules: what it holds, then one part after the other, fit to be printed. */
export function HousePage({ title, lead, rules, sections, other }: HousePageProps) {
  return (
    <Main>
      <div className="wrap regras">
        <header className="regras-h">
          <h1 className="d2">{title}</h1>
          <p className="t-lg dim pre">{lead}</p>
          <p className="t-sm mute">
            Versão de <time dateTime={VERSION.date}>{VERSION.text}</time>. Leia também:{' '}
            <Link className="link" to={other.to}>
              {other.label}
            </Link>
          </p>
        </header>
        <Contents sections={sections} />
        <div className="regras-t">
          {sections.map(({ id, title: heading, Body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-t`} tabIndex={-1}>
              <h2 className="d4" id={`${id}-t`}>
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
