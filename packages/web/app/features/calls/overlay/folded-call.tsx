import clsx from 'clsx';
import Maximize2 from 'lucide-react/icons/maximize-2';
import PhoneOff from 'lucide-react/icons/phone-off';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import type { AcceptedCall, CallActions } from '../model/state/call-view.ts';
import { ElapsedTime } from './elapsed-time.tsx';
import * as styles from './folded-call.module.css';
import { JoinLink } from './join-link.tsx';
import { clickableInviteLink } from './stage.ts';

interface FoldedCallProps {
  call: AcceptedCall;
  actions: CallActions;
}

/** An accepted call as a strip, so that the person can use the page during the call. */
export function FoldedCall({ call, actions }: FoldedCallProps) {
  const { partner } = call;
  const inviteLink = clickableInviteLink(call.room);
  return (
    <section
      className={clsx('callStrip onDark', styles.strip)}
      data-ui="call-strip"
      aria-label={`Ligação com ${partner.name}`}
    >
      <button
        type="button"
        className={styles.expand}
        data-ui="call-strip-expand"
        aria-label={`Abrir a ligação com ${partner.name}`}
        onClick={() => actions.unfold()}
      >
        <Avatar src={partner.photoURL} loading="eager" />
        <span className={styles.words}>
          <bdi className="bold truncate">{partner.name}</bdi>
          <ElapsedTime since={call.acceptedAt} className={clsx('numeric', styles.timer)} />
        </span>
        <Maximize2 className="icon iconSmall" aria-hidden="true" />
      </button>
      {inviteLink && <JoinLink href={inviteLink} size="small" className={styles.action} />}
      <IconButton
        label="Encerrar"
        className={clsx(styles.action, styles.hangUp)}
        tip="top"
        icon={<PhoneOff className="icon" aria-hidden="true" />}
        onClick={() => actions.end()}
      />
    </section>
  );
}
