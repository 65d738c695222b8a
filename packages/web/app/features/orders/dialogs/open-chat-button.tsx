import { useLocation } from 'react-router';
import { searchWithChat } from '../../../lib/navigation/chat-link.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { withoutOrderDialog } from './use-order-dialog.ts';

interface OpenChatButtonProps {
  /** The other person of the order. */
  uid: string;
  /** Closes the dialog around the button. */
  closeDialog: () => void;
}

/** Button that closes the dialog and opens the chat with the other person of the order. */
export function OpenChatButton({ uid, closeDialog }: OpenChatButtonProps) {
  const { search, hash } = useLocation();
  const to = { search: searchWithChat(withoutOrderDialog(search), uid), hash };
  // The new address closes a dialog that the address opened. A dialog over the chat itself has no part in the address.
  const isChatOpen =
    new URLSearchParams(to.search).toString() === new URLSearchParams(search).toString();
  return (
    <Button
      asLink
      variant="ghost"
      to={to}
      replace
      preventScrollReset
      onClick={isChatOpen ? closeDialog : undefined}
    >
      Conversar
    </Button>
  );
}
