import { useCallsOffered } from '../../lib/calls-offered.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './discord-step.module.css';
import { useConnectDiscord } from './use-connect-discord.ts';

/** Whether the signed-in person could connect Discord and has not; false for visitors and where calls are not offered. */
export function useDiscordMissing(): boolean {
  const missing = useSession((state) => state.user !== null && state.user.discordId === null);
  return useCallsOffered() && missing;
}

function ConnectButton() {
  const { pending, connect } = useConnectDiscord();
  return (
    <Button size="small" loading={pending} onClick={connect}>
      Conectar Discord
    </Button>
  );
}

interface DiscordStepProps {
  /** Why the account is needed, in one sentence. */
  text: string;
  /** Whether there is no button, because connecting would leave a form. */
  textOnly?: boolean | undefined;
}

/** What a person misses without a connected Discord account, and the button that connects it; nothing with one. */
export function DiscordStep({ text, textOnly }: DiscordStepProps) {
  if (!useDiscordMissing()) return null;
  return (
    <div className={styles.step} data-ui="discord-step">
      <p className="textSm pretty">{text}</p>
      {!textOnly && <ConnectButton />}
    </div>
  );
}
