import Bell from 'lucide-react/icons/bell';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { NOTICES, useDialogQuery } from '../../lib/add-service-link.ts';
import { loadAhead } from '../../lib/load-code.ts';
import { useSession } from '../../lib/session.ts';
import { useDialogPlace } from '../../lib/use-dialog-place.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLater } from '../../ui/use-later.ts';
import { useUnread } from './unread.ts';

const loadPopover = () =>
  import('./popover/notices-popover.tsx').then((module) => module.NoticesPopover);

const newsOf = (count: number) => `${count} ${count === 1 ? 'nova' : 'novas'}`;

function BellButton({
  count,
  ...rest
}: { count: number } & Omit<ComponentProps<'button'>, 'className' | 'children'>) {
  return (
    <IconButton
      {...rest}
      label="Notificações"
      note={count > 0 ? newsOf(count) : undefined}
      count={count}
      // Over the open list it would only be in the way.
      tip={rest['aria-expanded'] ? 'none' : 'bottom'}
      icon={<Bell className="i" aria-hidden="true" />}
      aria-haspopup="dialog"
    />
  );
}

/**
 * The bell in the top bar and what opens under it. That it is open stands in the page's address, so
 * that Back closes it; its contents are fetched by whoever reaches for it.
 */
function BellAndList({ count }: { count: number }) {
  const uid = useSession((state) => state.user?.uid);
  const { open, close } = useDialogPlace(NOTICES);
  const query = useDialogQuery(NOTICES);
  const navigate = useNavigate();
  const Popover = useLater(loadPopover, open && uid !== undefined, close);
  const show = () => void navigate(`?${query}`, { preventScrollReset: true });
  const ahead = () => loadAhead(loadPopover);
  if (Popover && uid !== undefined) {
    return (
      <Popover
        key={uid}
        uid={uid}
        open={open}
        onOpenChange={(wanted) => (wanted ? show() : close())}
        trigger={<BellButton count={count} />}
      />
    );
  }
  return (
    <BellButton
      count={count}
      aria-expanded={open}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={open ? close : show}
    />
  );
}

/** The bell; what has come is also said, to who cannot see its number change. */
export function NoticeBell() {
  const count = useUnread((state) => state.count);
  return (
    <>
      <BellAndList count={count} />
      <span className="sr" aria-live="polite">
        {count > 0 && `Notificações, ${newsOf(count)}`}
      </span>
    </>
  );
}
