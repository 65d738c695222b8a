import Phone from 'lucide-react/icons/phone';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { loadCode, preloadCode } from '../../lib/loading/load-code.ts';
import { useChatLink } from '../../lib/navigation/chat-link.ts';
import { useSession } from '../../lib/session/session.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { noConnectionToast } from './model/no-connection-toast.ts';

const loadCalls = () =>
  import('./model/browser-calls.ts').then(({ browserCalls }) => browserCalls());

interface Callee {
  readonly uid: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly photoURL: string | null;
  readonly discordId: string | null;
  readonly canBeCalled: boolean;
}

interface CallButtonProps {
  person: Callee;
  tone?: 'plain' | 'solid' | undefined;
  className?: string | undefined;
}

async function placeCallTo({
  uid,
  username,
  displayName,
  photoURL,
  ...rules
}: Callee): Promise<void> {
  const calls = await loadCode(loadCalls).catch(() => null);
  if (calls) return calls.place({ uid, name: displayName || username, photoURL, ...rules });
  toast(noConnectionToast);
}

/**
 * Button that calls a person; not rendered for the signed-in person themselves or where calls are not offered. A
 * visitor signs in first and is then led to the chat, which shows the button again.
 */
export function CallButton({ person, tone, className }: CallButtonProps) {
  const uid = useSession((state) => state.user?.uid);
  const chatLink = useChatLink(person.uid);
  const areCallsOffered = useCallsOffered();
  if (uid === person.uid || !areCallsOffered) return null;
  const buttonProps = {
    label: `Ligar para ${person.displayName || person.username}`,
    icon: <Phone className="icon" aria-hidden="true" />,
    tone,
    className,
  };
  if (uid === undefined)
    return <IconButton asLink to={chatLink} preventScrollReset {...buttonProps} />;
  const preload = () => preloadCode(loadCalls);
  return (
    <IconButton
      {...buttonProps}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void placeCallTo(person)}
    />
  );
}
