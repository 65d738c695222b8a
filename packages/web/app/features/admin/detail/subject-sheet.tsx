import type { SubjectView } from '@guilda/contract/desk-case';
import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { Link } from 'react-router';
import { wholeMoment } from '../../../lib/moments.ts';
import { Tag } from '../../../ui/tag.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { DeedButton, hide, restore } from '../../deeds/index.ts';
import { subjectWords } from '../model/words.ts';
import { Section } from './section.tsx';

/** A picture that may hurt to see: blurred until it is asked for. */
function Picture({ src, veiled, alt }: { src: string; veiled: boolean; alt: string }) {
  const [seen, setSeen] = useState(false);
  const blurred = veiled && !seen;
  return (
    <div className="mod-foto" data-veiled={blurred}>
      <img src={src} alt={blurred ? '' : alt} loading="lazy" decoding="async" />
      {veiled && (
        <button type="button" aria-pressed={seen} onClick={() => setSeen(!seen)}>
          {seen ? 'Desfocar' : 'Ver imagem'}
        </button>
      )}
    </div>
  );
}

function Marks({ subject: { adult, hidden, gone } }: { subject: SubjectView }) {
  return (
    <span className="row g1 mod-chips">
      {adult && <Tag tone="danger">+18</Tag>}
      {hidden && <Tag tone="warn">Escondido</Tag>}
      {gone && <Tag tone="outline">Já excluído</Tag>}
    </span>
  );
}

/** Hides it or shows it again, whatever becomes of the case. */
function Hiding({ subject }: { subject: SubjectView }) {
  const what = { kind: subject.kind, id: subject.id };
  return subject.hidden ? (
    <DeedButton
      deed={restore}
      subject={what}
      text="Volta a aparecer para todo mundo, e a imagem pode ser enviada de novo."
    />
  ) : (
    <DeedButton
      deed={hide}
      subject={what}
      text="Deixa de aparecer para todo mundo. A pessoa recebe a decisão e pode recorrer."
    />
  );
}

/** What a case is about, as it stands now. */
export function SubjectSheet({ subject, own }: { subject: SubjectView; own: boolean }) {
  const { kind, title, text, photoURL, adult, hidden, gone, path, createdAt } = subject;
  const word = subjectWords[kind];
  return (
    <Section title={word} aside={<Marks subject={subject} />}>
      {title && (
        <p className="b quebra">
          <bdi>{title}</bdi>
        </p>
      )}
      {text && <UserText className="dim" text={text} />}
      {!title && !text && !photoURL && (
        <p className="mute t-sm">{gone ? 'O conteúdo já não existe.' : 'Sem texto.'}</p>
      )}
      {photoURL && (
        <Picture src={photoURL} veiled={adult || hidden !== null} alt={`Imagem: ${word}`} />
      )}
      {hidden && <p className="t-sm mute quebra">{`Escondido: ${hidden.reason}`}</p>}
      <p className="row between t-sm mute mod-sh">
        <span>{`De ${wholeMoment(new Date(createdAt))}`}</span>
        {!gone && !own && <Hiding subject={subject} />}
        {path && (
          <Link className="link row g1" to={path}>
            Abrir a página <ExternalLink className="i i-p" aria-hidden="true" />
          </Link>
        )}
      </p>
    </Section>
  );
}
