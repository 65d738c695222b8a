import { useLocation } from 'react-router';
import { searchWithChat } from '../../../lib/navigation/chat-link.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { withoutOrderDialog } from './use-order-dialog.ts';

/** Button that closes the dialog and opens the chat with the other person of the order. */
export function OpenChatButton({ uid }: { uid: string }) {
  const { search, hash } = useLocation();
  const to = { search: searchWithChat(withoutOrderDialog(search), uid), hash };
  return (
    <Button asLink variant="ghost" to={to} replace preventScrollReset>
      Conversar
    </Button>
  );
}
