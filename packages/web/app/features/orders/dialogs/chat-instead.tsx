import { useLocation } from 'react-router';
import { withChat } from '../../../lib/chat-link.ts';
import { Button } from '../../../ui/button.tsx';
import { withoutOrder } from './use-order-dialog.ts';

/** Leaves the dialog for the chat with the other person of the order. */
export function ChatInstead({ uid }: { uid: string }) {
  const { search, hash } = useLocation();
  const to = { search: withChat(withoutOrder(search), uid), hash };
  return (
    <Button asLink variant="ghost" to={to} replace preventScrollReset>
      Conversar
    </Button>
  );
}
