import type { Notification } from '@guilda/contract/notifications';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BadgeList } from '../../users/index.ts';
import { badgesAfter, noticeWords } from '../model/notice-words.ts';
import type { NoticeWay } from '../use-notice-way.ts';
import { NoticeMark } from './notice-mark.tsx';
import { ShortMoment } from './short-moment.tsx';

interface NoticeItemProps {
  notice: Notification;
  way: NoticeWay | null;
  onOpen: () => void;
  onRemove: () => void;
}

/** Where the focus goes when an entry goes: to the same button of the one that takes its place. */
function heirOf(button: HTMLElement): HTMLElement | null {
  const entry = button.closest('li');
  const heir = entry?.nextElementSibling ?? entry?.previousElementSibling;
  return heir?.querySelector('.ib') ?? button.closest('.rol');
}

const code = /(GLD-[0-9A-Z]+)/;

/** A purchase code never breaks at its hyphen. */
function WholeCodes({ text }: { text: string }) {
  return text.split(code).map((part) =>
    code.test(part) ? (
      <span key={part} className="inteiro">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** What a notification says, with its sender's badges beside their name. */
function Said({ notice }: { notice: Notification }) {
  const { lead, text } = noticeWords(notice);
  const before = badgesAfter(notice, lead, text);
  return (
    <>
      <b className="b">{lead}</b>
      <WholeCodes text={text.slice(0, before ?? 0)} />
      {before !== null && <BadgeList badges={notice.senderBadges} inLink className="aviso-s" />}
      <WholeCodes text={text.slice(before ?? 0)} />
    </>
  );
}

function Words({ notice, wordsId }: { notice: Notification; wordsId: string }) {
  return (
    <div>
      <p className="t-sm aviso-t" id={wordsId} dir="auto">
        {!notice.read && <span className="sr">Nova: </span>}
        <Said notice={notice} />
      </p>
      <ShortMoment value={notice.createdAt} />
    </div>
  );
}

/** One notification: all of it leads to what it tells of, but for the × that removes it. */
export function NoticeItem({ notice, way, onOpen, onRemove }: NoticeItemProps) {
  const wordsId = useId();
  const inside = (
    <>
      <NoticeMark type={notice.type} senderAvatar={notice.senderAvatar} />
      <Words notice={notice} wordsId={wordsId} />
    </>
  );
  return (
    <li className={notice.read ? undefined : 'nova'}>
      {way ? (
        <Link className="aviso" {...way} replace onClick={onOpen}>
          {inside}
        </Link>
      ) : (
        <button type="button" className="aviso" onClick={onOpen}>
          {inside}
        </button>
      )}
      <IconButton
        label="Remover notificação"
        tip="none"
        aria-describedby={wordsId}
        icon={<X className="i" aria-hidden="true" />}
        onClick={({ currentTarget }) => {
          const heir = heirOf(currentTarget);
          onRemove();
          heir?.focus({ preventScroll: true });
        }}
      />
    </li>
  );
}
