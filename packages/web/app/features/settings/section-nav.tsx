import { Link } from 'react-router';
import { type SectionId, sections } from './sections.ts';

interface SectionNavProps {
  current: SectionId;
  onChoose: (id: SectionId) => void;
}

/** The sections' list: a column on wide screens, a row that scrolls on phones. */
export function SectionNav({ current, onChoose }: SectionNavProps) {
  return (
    <nav className="conf-n" aria-label="Seções">
      {sections.map(({ id, label, Icon }) => (
        <Link
          key={id}
          to={{ hash: id }}
          replace
          aria-current={id === current ? 'true' : undefined}
          onClick={() => onChoose(id)}
        >
          <Icon className="i" aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
