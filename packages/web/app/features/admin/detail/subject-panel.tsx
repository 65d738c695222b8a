import type { SubjectView } from '@guilda/contract/moderation/moderation-case';
import clsx from 'clsx';
import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { Link } from 'react-router';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { Tag } from '../../../ui/display/tag.tsx';
import { UserText } from '../../../ui/text/user-text.tsx';
import { ModerationActionButton } from '../actions/action-button.tsx';
import { hideHintFor } from '../actions/available-actions.ts';
import { hideAction, restoreAction } from '../actions/direct-actions.ts';
import * as layout from '../admin.module.css';
import { subjectWords } from '../model/words.ts';
import * as styles from './detail.module.css';
import { DetailSection } from './section.tsx';

/** The subject's picture; a picture that may disturb (`veiled`) is blurred until it is pressed. */
export function SubjectPicture({
  src,
  veiled,
  alt,
}: {
  src: string;
  veiled: boolean;
  alt: string;
}) {
  const [isRevealed, setRevealed] = useState(false);
  const isBlurred = veiled && !isRevealed;
  return (
    <div className={styles.photo} data-veiled={isBlurred}>
      <img src={src} alt={isBlurred ? '' : alt} loading="lazy" decoding="async" />
      {veiled && (
        <button type="button" aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? 'Desfocar' : 'Ver imagem'}
        </button>
      )}
    </div>
  );
}

function SubjectTags({ subject: { adult, hidden, gone } }: { subject: SubjectView }) {
  return (
    <span className={clsx(layout.chips, 'row gap1')}>
      {adult && <Tag tone="danger">+18</Tag>}
      {hidden && <Tag tone="warn">Escondido</Tag>}
      {gone && <Tag tone="outline">Já excluído</Tag>}
    </span>
  );
}

/** Button that hides the subject or shows it again, independently of the case's outcome. */
function HideOrRestoreButton({ subject }: { subject: SubjectView }) {
  const subjectRef = { kind: subject.kind, id: subject.id };
  return subject.hidden ? (
    <ModerationActionButton
      directAction={restoreAction}
      subject={subjectRef}
      text="Volta a aparecer para todo mundo, e a imagem pode ser enviada de novo."
    />
  ) : (
    <ModerationActionButton
      directAction={hideAction}
      subject={subjectRef}
      text={`${hideHintFor(subject.kind)} A pessoa pode recorrer.`}
    />
  );
}

/** The subject of a case in its current state, which may have changed since the report. */
export function SubjectPanel({ subject, own }: { subject: SubjectView; own: boolean }) {
  const { kind, title, text, photoURL, adult, hidden, gone, path, createdAt } = subject;
  const kindText = subjectWords[kind];
  return (
    <DetailSection title={kindText} aside={<SubjectTags subject={subject} />}>
      {title && (
        <p className="bold breakWords">
          <bdi>{title}</bdi>
        </p>
      )}
      {text && <UserText className="secondary" text={text} />}
      {!title && !text && !photoURL && (
        <p className="muted textSm">{gone ? 'O conteúdo já não existe.' : 'Sem texto.'}</p>
      )}
      {photoURL && (
        <SubjectPicture
          src={photoURL}
          veiled={adult || hidden !== null}
          alt={`Imagem: ${kindText}`}
        />
      )}
      {hidden && <p className="textSm muted breakWords">{`Escondido: ${hidden.reason}`}</p>}
      <p className={clsx(styles.panelHead, 'row spaceBetween textSm muted')}>
        <span>{`De ${fullDateTimeText(new Date(createdAt))}`}</span>
        {!gone && !own && <HideOrRestoreButton subject={subject} />}
        {path && (
          <Link className="link row gap1" to={path}>
            Abrir a página <ExternalLink className="icon" aria-hidden="true" />
          </Link>
        )}
      </p>
    </DetailSection>
  );
}
