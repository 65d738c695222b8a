import Phone from 'lucide-react/icons/phone';
import PhoneOff from 'lucide-react/icons/phone-off';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { CallActions, PendingCall } from '../model/call-view.ts';
import { CallName } from './call-name.tsx';
import { Elapsed } from './elapsed.tsx';
import { RingControls, type RingState } from './ring-controls.tsx';
import { Rings } from './rings.tsx';
import { usePress } from './use-press.ts';

interface PendingProps {
  call: PendingCall;
  actions: CallActions;
  ring: RingState;
}

const OPENING = 'Abrindo a sala...';

const hangUp = <PhoneOff className="i" aria-hidden="true" />;

/** Somebody calls: to answer or to decline (`spec §2`). */
export function IncomingCall({ call, actions, ring }: PendingProps) {
  const press = usePress();
  const { answering, partner } = call;
  return (
    <>
      <Rings partner={partner} />
      <div className="lig-t">
        <div className="lig-t" role="alert">
          <Tag tone="live" bars>
            {answering ? OPENING : 'Chamada recebida'}
          </Tag>
          <CallName name={partner.name} />
        </div>
        <p className="dim pre">
          {answering ? 'Falta só um instante.' : 'está ligando para você pelo Discord'}
        </p>
      </div>
      <div className="lig-b">
        <Button variant="danger" size="large" icon={hangUp} onClick={press(() => actions.end())}>
          {answering ? 'Cancelar' : 'Recusar'}
        </Button>
        <Button
          variant="live"
          size="large"
          icon={<Phone className="i" aria-hidden="true" />}
          loading={answering}
          onClick={press(() => void actions.accept())}
          data-first
        >
          Atender
        </Button>
      </div>
      <RingControls ring={ring} />
    </>
  );
}

/** Waiting for the other side, with the time gone by (`spec §2`). */
export function OutgoingCall({ call, actions, ring }: PendingProps) {
  const press = usePress();
  return (
    <>
      <Rings partner={call.partner} />
      <div className="lig-t">
        <div className="lig-t" role="alert">
          <p className="dim">{call.answering ? OPENING : 'Chamando'}</p>
          <CallName name={call.partner.name} />
        </div>
        <Elapsed since={call.placedAt} className="num lig-n" />
      </div>
      <div className="lig-b">
        <Button
          variant="danger"
          size="large"
          icon={hangUp}
          onClick={press(() => actions.end())}
          data-first
        >
          Cancelar
        </Button>
      </div>
      <RingControls ring={ring} />
    </>
  );
}
