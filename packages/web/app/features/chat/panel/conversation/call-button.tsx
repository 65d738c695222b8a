import type { ChatPartner } from '@guilda/contract/messaging';
import type { OwnUser } from '@guilda/contract/users';
import Phone from 'lucide-react/icons/phone';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { callProblem } from '../rules/call-rules.ts';
import { nameOf } from '../rules/words.ts';

interface CallButtonProps {
  partner: ChatPartner;
  user: Pick<OwnUser, 'discordId'>;
}

/** Places a call, by the caller's rules of `spec §5`. */
export function CallButton({ partner, user }: CallButtonProps) {
  const press = () => {
    const { canBeCalled } = partner;
    const text = callProblem({ discordId: user.discordId, canBeCalled });
    toast({ title: 'Erro', text, tone: 'error' });
  };
  return (
    <IconButton
      label={`Ligar para ${nameOf(partner)}`}
      icon={<Phone className="i" aria-hidden="true" />}
      onClick={press}
    />
  );
}
