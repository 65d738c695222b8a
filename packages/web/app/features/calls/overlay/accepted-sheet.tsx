import Minimize2 from 'lucide-react/icons/minimize-2';
import * as Radix from 'radix-ui/dialog';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confetti } from '../../../ui/confetti.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { AcceptedCall, CallActions } from '../model/call-view.ts';
import { JoinLink } from './join-link.tsx';
import { inviteOf } from './stage.ts';
import { usePress } from './use-press.ts';

/** The person of this device, as their own side of a call. */
export interface CallSelf {
  readonly name: string;
  readonly photoURL: string | null;
}

interface AcceptedProps {
  call: AcceptedCall;
  actions: CallActions;
  self: CallSelf;
  celebrating: boolean;
}

const MOVED = 'Vocês foram movidos automaticamente para a sala.';
const ELSEWHERE = 'A conversa continua na sala de voz do Discord.';
const NEW_TAB = 'O Discord abre em outra aba.';

/** Who answered, or with whom one talks where it happened a while ago. */
function WhoAnswered({ call }: { call: AcceptedCall }) {
  const name = <bdi>{call.partner.name}</bdi>;
  if (!call.fresh) return <>Sua ligação com {name}.</>;
  if (call.callerOrReceiver === 'receiver') return <>Você atendeu {name}.</>;
  return <>{name} atendeu.</>;
}

/** For three seconds: pieces of tiles, and the house's name over them (`spec §2`). */
function Celebration() {
  return (
    <>
      <Confetti logo />
      <img className="lig-m" src="/art/marca/guilda-claro.svg" alt="" width={114} height={32} />
    </>
  );
}

/** Both may go to the room: by its invite, unless they have been moved there (`spec §2`). */
export function AcceptedSheet({ call, actions, self, celebrating }: AcceptedProps) {
  const invite = inviteOf(call.room);
  const press = usePress();
  return (
    <>
      {celebrating && <Celebration />}
      <div className="dupla">
        <Avatar src={self.photoURL} size="xl" loading="eager" />
        <Avatar src={call.partner.photoURL} size="xl" loading="eager" />
      </div>
      <div className="lig-t">
        <div role="alert">
          <Radix.Title className="d2">Sala pronta</Radix.Title>
        </div>
        <p className="dim pre lig-d">
          <WhoAnswered call={call} /> {invite && ELSEWHERE}
        </p>
        {!invite && <p className="b pre">{MOVED}</p>}
      </div>
      <div className="lig-b">
        <Button variant="ghost" size="large" onClick={press(() => actions.end())}>
          Encerrar
        </Button>
        {invite && <JoinLink href={invite} size="large" first />}
      </div>
      <p className="t-sm mute lig-x">{invite ? NEW_TAB : ELSEWHERE}</p>
      <div className="lig-c">
        <IconButton
          label="Minimizar"
          icon={<Minimize2 className="i" aria-hidden="true" />}
          onClick={() => actions.fold()}
        />
      </div>
    </>
  );
}
