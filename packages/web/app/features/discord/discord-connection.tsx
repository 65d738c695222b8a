import type { OwnUser } from '@guilda/contract/accounts/users';
import { useState } from 'react';
import { callsUnavailableText, useCallsOffered } from '../../lib/calls-offered.ts';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FactWithAction } from '../../ui/display/fact-list.tsx';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { useConnectDiscord } from './use-connect-discord.ts';

const loadDialog = () =>
  import('./disconnect-dialog.tsx').then((module) => module.DisconnectDialog);
const preloadDialog = () => preloadCode(loadDialog);

const CONNECT_BUTTON_ID = 'conectar-discord';

function ConnectButton() {
  const { pending, connect } = useConnectDiscord();
  return (
    <Button id={CONNECT_BUTTON_ID} size="small" loading={pending} onClick={connect}>
      Conectar Discord
    </Button>
  );
}

function connectionText(isLinked: boolean, isOffered: boolean): string {
  if (isLinked) return 'Conectado';
  return isOffered ? 'Não conectado' : callsUnavailableText;
}

/**
 * Whether the account is linked to Discord, with the button that connects or disconnects it. While calls are not
 * offered, nobody can connect, but a linked account can still be disconnected.
 */
export function DiscordConnection({ user }: { user: OwnUser }) {
  const [open, setOpen] = useState(false);
  const DisconnectDialog = useLazyComponent(loadDialog, open, () => setOpen(false));
  const isLinked = user.discordId !== null;
  const areCallsOffered = useCallsOffered();
  return (
    <FactWithAction>
      <span
        id={areCallsOffered ? undefined : CONNECT_BUTTON_ID}
        tabIndex={areCallsOffered ? undefined : -1}
      >
        {connectionText(isLinked, areCallsOffered)}
      </span>
      {isLinked && (
        <Button
          size="small"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setOpen(true)}
          aria-label="Desconectar o Discord"
        >
          Desconectar
        </Button>
      )}
      {!isLinked && areCallsOffered && <ConnectButton />}
      {DisconnectDialog && (
        <DisconnectDialog
          user={user}
          open={open}
          onOpenChange={setOpen}
          returnFocusSelector={`#${CONNECT_BUTTON_ID}`}
        />
      )}
    </FactWithAction>
  );
}
