import Maximize2 from 'lucide-react/icons/maximize-2';
import PhoneOff from 'lucide-react/icons/phone-off';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { AcceptedCall, CallActions } from '../model/call-view.ts';
import { Elapsed } from './elapsed.tsx';
import { JoinLink } from './join-link.tsx';
import { inviteOf } from './stage.ts';

interface FoldedCallProps {
  call: AcceptedCall;
  actions: CallActions;
}

/** An accepted call as a strip, so that the page can be used meanwhile. */
export function FoldedCall({ call, actions }: FoldedCallProps) {
  const { partner } = call;
  const invite = inviteOf(call.room);
  return (
    <section className="lig-faixa on-mesa" aria-label={`Ligação com ${partner.name}`}>
      <button
        type="button"
        className="lig-faixa-a"
        aria-label={`Abrir a ligação com ${partner.name}`}
        onClick={() => actions.unfold()}
      >
        <Avatar src={partner.photoURL} loading="eager" />
        <span className="lig-faixa-q">
          <bdi className="b trunca">{partner.name}</bdi>
          <Elapsed since={call.acceptedAt} className="num lig-faixa-n" />
        </span>
        <Maximize2 className="i i-s" aria-hidden="true" />
      </button>
      {invite && <JoinLink href={invite} size="small" />}
      <IconButton
        label="Encerrar"
        className="lig-faixa-x"
        tip="top"
        icon={<PhoneOff className="i" aria-hidden="true" />}
        onClick={() => actions.end()}
      />
    </section>
  );
}
