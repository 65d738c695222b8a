import type { OwnDecision } from '@guilda/contract/moderation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { canAppeal, decisionText, outcomeText } from './standing-words.ts';
import { WholeMoment } from './whole-moment.tsx';

const loadDialog = () => import('./appeal-dialog.tsx');
const AppealDialog = lazy(() => loadDialog().then((module) => ({ default: module.AppealDialog })));

/** The button and its dialog; it goes with the first appeal. */
function Appealing({ decision }: { decision: OwnDecision }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      {canAppeal(decision) && (
        <Button
          size="small"
          aria-label={`Recorrer: ${decisionText(decision)}`}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          Recorrer
        </Button>
      )}
      {wanted && (
        <Suspense>
          <AppealDialog decision={decision} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

function Appeal({ appeal }: { appeal: NonNullable<OwnDecision['appeal']> }) {
  const words = appeal.state === 'open' ? 'Em análise' : (outcomeText(appeal) ?? 'Resolvido');
  return (
    <div className="caso-r">
      <p>
        <span className="b">{words}</span>
        <span className="t-sm mute">
          {' '}
          · Recurso <span className="num inteiro">{appeal.code}</span>
        </span>
      </p>
      {appeal.answer && <UserText text={appeal.answer} className="dim" />}
    </div>
  );
}

function Dates({ decision: { createdAt, until, liftedAt } }: { decision: OwnDecision }) {
  return (
    <p className="t-sm mute">
      Decidido em <WholeMoment value={createdAt} />
      {liftedAt ? (
        <>
          {' '}
          · Encerrado em <WholeMoment value={liftedAt} />
        </>
      ) : (
        until && (
          <>
            {' '}
            · Vale até <WholeMoment value={until} />
          </>
        )
      )}
    </p>
  );
}

/** A decision: what, about what, why, whether it holds, and the one appeal. */
export function DecisionItem({ decision }: { decision: OwnDecision }) {
  const { subject, reason, liftedAt, appeal } = decision;
  return (
    <li className="caso">
      <p className="row between caso-h">
        <span className="b">{decisionText(decision)}</span>
        <Tag tone={liftedAt ? 'neutral' : 'warn'}>{liftedAt ? 'Encerrada' : 'Em vigor'}</Tag>
      </p>
      {subject.excerpt !== '' && (
        <p className="t-sm dim texto" dir="auto">
          “{subject.excerpt}”
        </p>
      )}
      <p className="texto">
        <span className="mute">Motivo:</span> <bdi>{reason}</bdi>
      </p>
      <Dates decision={decision} />
      {appeal && <Appeal appeal={appeal} />}
      <Appealing decision={decision} />
    </li>
  );
}
