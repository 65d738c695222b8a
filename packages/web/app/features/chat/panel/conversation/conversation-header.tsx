import type { ChatPartner } from '@guilda/contract/messaging';
import clsx from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import { Avatar, presenceText } from '../../../../ui/avatar.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { CallButton } from '../../../calls/index.ts';
import { usePresence } from '../../../presence/index.ts';
import { BadgeList } from '../../../users/index.ts';
import { nameOf } from '../rules/words.ts';
import { ChatMenu } from './chat-menu.tsx';

const marks = { online: 'on', away: 'aus', offline: null };

/** Who it is and whether they are there, as the way to their profile. */
function Person({ partner }: { partner: ChatPartner }) {
  const status = usePresence(partner.uid, partner.status);
  return (
    <Link className="row" to={`/user/${partner.username}`}>
      <Avatar src={partner.photoURL} presence={status} />
      <div>
        <p className="b row g2">
          <bdi className="trunca">{nameOf(partner)}</bdi>
          <BadgeList badges={partner.badges} inLink />
        </p>
        {/* Said with the picture already. */}
        <p className={clsx('t-xs', 'chat-p', marks[status])} aria-hidden="true">
          {presenceText[status]}
        </p>
      </div>
    </Link>
  );
}

interface ConversationHeaderProps {
  /** Null until known. */
  partner: ChatPartner | null;
  /** It is still to come. */
  loading: boolean;
  onBack: () => void;
}

/** The head of a conversation. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { partner, loading, onBack } = props;
  return (
    <header>
      <IconButton
        className="so-mob"
        label="Voltar para a lista"
        tip="none"
        icon={<ArrowLeft className="i" aria-hidden="true" />}
        onClick={onBack}
      />
      {partner && (
        <>
          <Person partner={partner} />
          <div className="fim row chat-a">
            <CallButton person={partner} />
            <ChatMenu partner={partner} />
          </div>
        </>
      )}
      {!partner && loading && (
        <div className="row demora" aria-hidden="true">
          <Skeleton width={40} height={40} />
          <Skeleton width={140} height={16} />
        </div>
      )}
    </header>
  );
}
