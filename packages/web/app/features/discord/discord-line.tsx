import type { OwnUser } from '@guilda/contract/users';
import { useState } from 'react';
import { noCallsText, useCallsOffered } from '../../lib/calls-offered.ts';
import { loadAhead } from '../../lib/load-code.ts';
import { Button } from '../../ui/button.tsx';
import { useLater } from '../../ui/use-later.ts';
import { useConnectDiscord } from './use-connect-discord.ts';

const loadDialog = () =>
  import('./disconnect-dialog.tsx').then((module) => module.DisconnectDialog);
const ahead = () => loadAhead(loadDialog);

const CONNECT_ID = 'conectar-discord';

function Connect() {
  const { pending, connect } = useConnectDiscord();
  return (
    <Button id={CONNECT_ID} size="small" loading={pending} onClick={connect}>
      Conectar Discord
    </Button>
  );
}

function wordsOf(linked: boolean, offered: boolean): string {
  if (linked) return 'Conectado';
  return offered ? 'Não conectado' : noCallsText;
}

/**
 * Whether the own account at Discord is linked, with the way there and back (`spec §2`). Where there are
 * no calls nobody links one, and who did may still unlink it.
 */
export function DiscordLine({ user }: { user: OwnUser }) {
  const [open, setOpen] = useState(false);
  const DisconnectDialog = useLater(loadDialog, open, () => setOpen(false));
  const linked = user.discordId !== null;
  const offered = useCallsOffered();
  return (
    <span className="linhas-a">
      <span id={offered ? undefined : CONNECT_ID} tabIndex={offered ? undefined : -1}>
        {wordsOf(linked, offered)}
      </span>
      {linked && (
        <Button
          size="small"
          onPointerEnter={ahead}
          onFocus={ahead}
          onClick={() => setOpen(true)}
          aria-label="Desconectar o Discord"
        >
          Desconectar
        </Button>
      )}
      {!linked && offered && <Connect />}
      {DisconnectDialog && (
        <DisconnectDialog
          user={user}
          open={open}
          onOpenChange={setOpen}
          afterwards={`#${CONNECT_ID}`}
        />
      )}
    </span>
  );
}
