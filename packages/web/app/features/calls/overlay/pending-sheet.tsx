import clsx from 'clsx';
import Phone from 'lucide-react/icons/phone';
import PhoneOff from 'lucide-react/icons/phone-off';
import { Button } from '../../../ui/actions/button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import type { CallActions, PendingCall } from '../model/state/call-view.ts';
import { CallName } from './call-name.tsx';
import * as styles from './call-sheet.module.css';
import { ElapsedTime } from './elapsed-time.tsx';
import { RingControls, type RingState } from './ring-controls.tsx';
import { RingingAvatar } from './ringing-avatar.tsx';
import { useDeliberatePress } from './use-deliberate-press.ts';

interface PendingCallProps {
  call: PendingCall;
  actions: CallActions;
  ring: RingState;
}

const OPENING_ROOM_TEXT = 'Abrindo a sala...';

const hangUpIcon = <PhoneOff className="icon" aria-hidden="true" />;

/** An incoming call, with buttons to answer or decline. */
export function IncomingCall({ call, actions, ring }: PendingCallProps) {
  const press = useDeliberatePress();
  const { answering, partner } = call;
  return (
    <>
      <RingingAvatar partner={partner} />
      <div className={styles.words}>
        <div className={styles.words} role="alert">
          <Tag tone="live" bars>
            {answering ? OPENING_ROOM_TEXT : 'Chamada recebida'}
          </Tag>
          <CallName name={partner.name} />
        </div>
        <p className="secondary pretty">
          {answering ? 'Falta só um instante.' : 'está ligando para você pelo Discord'}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="danger"
          size="large"
          icon={hangUpIcon}
          onClick={press(() => actions.end())}
        >
          {answering ? 'Cancelar' : 'Recusar'}
        </Button>
        <Button
          variant="live"
          size="large"
          icon={<Phone className="icon" aria-hidden="true" />}
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

/** An outgoing call, with the elapsed time. */
export function OutgoingCall({ call, actions, ring }: PendingCallProps) {
  const press = useDeliberatePress();
  return (
    <>
      <RingingAvatar partner={call.partner} />
      <div className={styles.words}>
        <div className={styles.words} role="alert">
          <p className="secondary">{call.answering ? OPENING_ROOM_TEXT : 'Chamando'}</p>
          <CallName name={call.partner.name} />
        </div>
        <ElapsedTime since={call.placedAt} className={clsx('numeric', styles.timer)} />
      </div>
      <div className={styles.buttons}>
        <Button
          variant="danger"
          size="large"
          icon={hangUpIcon}
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
