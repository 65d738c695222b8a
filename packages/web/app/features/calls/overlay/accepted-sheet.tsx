import clsx from 'clsx';
import Minimize2 from 'lucide-react/icons/minimize-2';
import * as Radix from 'radix-ui/dialog';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Confetti } from '../../../ui/feedback/confetti.tsx';
import type { AcceptedCall, CallActions } from '../model/state/call-view.ts';
import * as styles from './call-sheet.module.css';
import * as celebrationStyles from './celebration.module.css';
import { JoinLink } from './join-link.tsx';
import * as ringsStyles from './rings.module.css';
import { clickableInviteLink } from './stage.ts';
import { useDeliberatePress } from './use-deliberate-press.ts';

/** The signed-in person as shown in a call. */
export interface OwnCallSide {
  readonly name: string;
  readonly photoURL: string | null;
}

interface AcceptedSheetProps {
  call: AcceptedCall;
  actions: CallActions;
  ownSide: OwnCallSide;
  celebrating: boolean;
}

const MOVED_TEXT = 'Vocês foram movidos automaticamente para a sala.';
const IN_DISCORD_TEXT = 'A conversa continua na sala de voz do Discord.';
const NEW_TAB_TEXT = 'O Discord abre em outra aba.';

/** Text that names the person who just answered, or the partner of a call that was accepted earlier. */
function AnsweredByText({ call }: { call: AcceptedCall }) {
  const name = <bdi>{call.partner.name}</bdi>;
  if (!call.justAccepted) return <>Sua ligação com {name}.</>;
  if (call.callerOrReceiver === 'receiver') return <>Você atendeu {name}.</>;
  return <>{name} atendeu.</>;
}

/** Confetti in the shape of tiles with the brand's name, shown for three seconds. */
function CelebrationConfetti() {
  return (
    <>
      <Confetti logo className={celebrationStyles.confetti} />
      <img
        className={celebrationStyles.logo}
        src="/art/marca/guilda-claro.svg"
        alt=""
        width={114}
        height={32}
      />
    </>
  );
}

/** The sheet of an accepted call: both people join the room by its invite, unless the bot has moved them there. */
export function AcceptedSheet({ call, actions, ownSide, celebrating }: AcceptedSheetProps) {
  const inviteLink = clickableInviteLink(call.room);
  const press = useDeliberatePress();
  return (
    <>
      {celebrating && <CelebrationConfetti />}
      <div className={ringsStyles.pair} data-ui="call-pair">
        <Avatar src={ownSide.photoURL} size="xl" loading="eager" />
        <Avatar src={call.partner.photoURL} size="xl" loading="eager" />
      </div>
      <div className={styles.words}>
        <div role="alert">
          <Radix.Title className="display2">Sala pronta</Radix.Title>
        </div>
        <p className={clsx('secondary pretty', styles.detail)}>
          <AnsweredByText call={call} /> {inviteLink && IN_DISCORD_TEXT}
        </p>
        {!inviteLink && <p className="bold pretty">{MOVED_TEXT}</p>}
      </div>
      <div className={styles.buttons}>
        <Button variant="ghost" size="large" onClick={press(() => actions.end())}>
          Encerrar
        </Button>
        {inviteLink && <JoinLink href={inviteLink} size="large" first />}
      </div>
      <p className={clsx('textSm muted', styles.note)}>
        {inviteLink ? NEW_TAB_TEXT : IN_DISCORD_TEXT}
      </p>
      <div className={styles.corner}>
        <IconButton
          label="Minimizar"
          icon={<Minimize2 className="icon" aria-hidden="true" />}
          onClick={() => actions.fold()}
        />
      </div>
    </>
  );
}
