import type { ChatPartner } from '@guilda/contract/chat/messaging';
import clsx from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { Avatar, presenceTexts } from '../../../../ui/display/avatar.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { CallButton } from '../../../calls/index.ts';
import { usePresence } from '../../../presence/index.ts';
import { BadgeList } from '../../../users/index.ts';
import { partnerName } from '../rules/words.ts';
import { ChatMenu } from './chat-menu.tsx';
import * as styles from './conversation.module.css';

const presenceClasses = { online: styles.online, away: styles.away, offline: null };

/** The partner's name and presence, linked to their profile. */
function PartnerLink({ partner }: { partner: ChatPartner }) {
  const status = usePresence(partner.uid, partner.status);
  return (
    <Link className="row" to={`/user/${partner.username}`}>
      <Avatar src={partner.photoURL} presence={status} />
      <div>
        <p className="bold row gap2">
          <bdi className="truncate">{partnerName(partner)}</bdi>
          <BadgeList badges={partner.badges} inLink />
        </p>
        {/* Hidden from screen readers, because the text of the picture already names the presence. */}
        <p className={clsx('textXs', styles.presence, presenceClasses[status])} aria-hidden="true">
          {presenceTexts[status]}
        </p>
      </div>
    </Link>
  );
}

interface ConversationHeaderProps {
  /** The partner; null until loaded. */
  partner: ChatPartner | null;
  /** Whether the partner is still loading. */
  loading: boolean;
  onBack: () => void;
}

/** The header of a conversation: partner, presence and menu. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { partner, loading, onBack } = props;
  return (
    <header>
      <IconButton
        className="onlySmall"
        label="Voltar para a lista"
        tip="none"
        icon={<ArrowLeft className="icon" aria-hidden="true" />}
        onClick={onBack}
      />
      {partner && (
        <>
          <PartnerLink partner={partner} />
          <div className={clsx('pushEnd row', styles.actions)}>
            <CallButton person={partner} />
            <ChatMenu partner={partner} />
          </div>
        </>
      )}
      {!partner && loading && (
        <div className={`row ${loading}`} aria-hidden="true">
          <Skeleton width={40} height={40} />
          <Skeleton width={140} height={16} />
        </div>
      )}
    </header>
  );
}
