import type { ReactNode } from 'react';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './connect-discord-hint.module.css';
import { useConnectDiscord } from './use-connect-discord.ts';

/**
 * Whether the signed-in person could connect Discord and has not; false for visitors and where calls are not offered.
 */
export function useLacksDiscord(): boolean {
  const lacksDiscord = useSession((state) => state.user !== null && state.user.discordId === null);
  return useCallsOffered() && lacksDiscord;
}

function ConnectButton() {
  const { pending, connect } = useConnectDiscord();
  return (
    <Button size="small" loading={pending} onClick={connect}>
      Conectar Discord
    </Button>
  );
}

interface ConnectDiscordHintProps {
  /** Why the account is needed, in one sentence. */
  text: ReactNode;
  /** Whether to leave out the connect button, which would lead away from an unfinished form. */
  textOnly?: boolean | undefined;
}

/**
 * Explains what is not possible without a connected Discord account, with a button that connects one. Renders
 * nothing when an account is connected or none can be connected.
 */
export function ConnectDiscordHint({ text, textOnly }: ConnectDiscordHintProps) {
  if (!useLacksDiscord()) return null;
  return (
    <div className={styles.step} data-ui="discord-step">
      <p className="textSm pretty">{text}</p>
      {!textOnly && <ConnectButton />}
    </div>
  );
}
