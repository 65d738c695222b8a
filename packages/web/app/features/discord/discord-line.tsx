import type { OwnUser } from '@guilda/contract/users';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConnectDiscord } from './use-connect-discord.ts';

const loadDialog = () => import('./disconnect-dialog.tsx');
const DisconnectDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.DisconnectDialog })),
);

const CONNECT_ID = 'conectar-discord';

function Connect() {
  const { pending, connect } = useConnectDiscord();
  return (
    <Button id={CONNECT_ID} size="small" loading={pending} onClick={connect}>
      Conectar Discord
    </Button>
  );
}

/** Whether the own account at Discord is linked, with the way there and back (`spec §2`). */
export function DiscordLine({ user }: { user: OwnUser }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const linked = user.discordId !== null;
  return (
    <span className="linhas-a">
      <span>{linked ? 'Conectado' : 'Não conectado'}</span>
      {linked ? (
        <Button
          size="small"
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
          aria-label="Desconectar o Discord"
        >
          Desconectar
        </Button>
      ) : (
        <Connect />
      )}
      {wanted && (
        <Suspense>
          <DisconnectDialog
            user={user}
            open={open}
            onOpenChange={setOpen}
            afterwards={`#${CONNECT_ID}`}
          />
        </Suspense>
      )}
    </span>
  );
}
