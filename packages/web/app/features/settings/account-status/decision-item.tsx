import type { OwnDecision } from '@guilda/contract/moderation/moderation';
import { useState } from 'react';
import { Link } from 'react-router';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { UserText } from '../../../ui/text/user-text.tsx';
import * as styles from './entries.module.css';
import { FullDateTime } from './full-date-time.tsx';
import { canAppeal, decisionText, outcomeText } from './status-words.ts';

const loadDialog = () => import('./appeal-dialog.tsx').then((module) => module.AppealDialog);
const preloadDialog = () => preloadCode(loadDialog);

/** The appeal button and its dialog; each decision can be appealed once. */
function AppealButton({ decision }: { decision: OwnDecision }) {
  const [open, setOpen] = useState(false);
  const AppealDialog = useLazyComponent(loadDialog, open, () => setOpen(false));
  return (
    <>
      {canAppeal(decision) && (
        <Button
          size="small"
          aria-label={`Recorrer: ${decisionText(decision)}`}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setOpen(true)}
        >
          Recorrer
        </Button>
      )}
      {AppealDialog && <AppealDialog decision={decision} open={open} onOpenChange={setOpen} />}
    </>
  );
}

function AppealStatus({ appeal }: { appeal: NonNullable<OwnDecision['appeal']> }) {
  const stateText = appeal.state === 'open' ? 'Em análise' : (outcomeText(appeal) ?? 'Resolvido');
  return (
    <div className={styles.answer}>
      <p>
        <span className="bold">{stateText}</span>
        <span className="textSm muted">
          {' '}
          · Recurso <span className="numeric noWrap">{appeal.code}</span>
        </span>
      </p>
      {appeal.answer && <UserText text={appeal.answer} className="secondary" />}
    </div>
  );
}

function DecisionDates({ decision: { createdAt, until, liftedAt } }: { decision: OwnDecision }) {
  return (
    <p className="textSm muted">
      Decidido em <FullDateTime value={createdAt} />
      {liftedAt ? (
        <>
          {' '}
          · Encerrado em <FullDateTime value={liftedAt} />
        </>
      ) : (
        until && (
          <>
            {' '}
            · Vale até <FullDateTime value={until} />
          </>
        )
      )}
    </p>
  );
}

/** Link to the hidden service; nothing for a suspended person, who cannot open it. */
function HiddenServiceLink({ id }: { id: string }) {
  const isSuspended = useSession(({ user }) => Boolean(user?.suspension));
  if (isSuspended) return null;
  return (
    <p>
      <Link className="link" to={`/service/${id}`}>
        Ver o serviço
      </Link>
    </p>
  );
}

/** A decision with its subject, reason, status and appeal. */
export function DecisionItem({ decision }: { decision: OwnDecision }) {
  const { action, subject, reason, liftedAt, appeal } = decision;
  return (
    <li className={styles.entry}>
      <p className={`row spaceBetween ${styles.head}`}>
        <span className="bold">{decisionText(decision)}</span>
        <Tag tone={liftedAt ? 'neutral' : 'warn'}>{liftedAt ? 'Encerrada' : 'Em vigor'}</Tag>
      </p>
      {subject.excerpt !== '' && (
        <p className="textSm secondary userText" dir="auto">
          “{subject.excerpt}”
        </p>
      )}
      <p className="userText">
        <span className="muted">Motivo:</span> <bdi>{reason}</bdi>
      </p>
      {subject.kind === 'service' && action === 'hide' && !liftedAt && (
        <HiddenServiceLink id={subject.id} />
      )}
      <DecisionDates decision={decision} />
      {appeal && <AppealStatus appeal={appeal} />}
      <AppealButton decision={decision} />
    </li>
  );
}
