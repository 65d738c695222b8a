import type { Pack } from '@guilda/contract/packs';
import type { MouseEvent, ReactNode } from 'react';
import { serverNow } from '../../../lib/server-time.ts';
import { toast } from '../../../ui/toast.ts';
import { useOpenPack } from '../data/pack-context.ts';
import { hasEnded } from '../model/freshness.ts';

interface SaveLinkProps {
  /** What of the pack is saved. */
  address: (pack: Pack) => string | undefined;
  className?: string | undefined;
  /** Accessible name, where the words inside do not do. */
  label?: string | undefined;
  children: ReactNode;
}

/** A plain link that saves a file. One whose address has ended fetches a fresh one when pressed. */
export function SaveLink({ address, className, label, children }: SaveLinkProps) {
  const { pack, renew } = useOpenPack();
  const press = async (event: MouseEvent) => {
    if (!hasEnded(Date.parse(pack.expiresAt), serverNow())) return;
    event.preventDefault();
    const fresh = await renew();
    const url = fresh ? address(fresh) : undefined;
    if (url) window.location.assign(url);
    else
      toast({
        title: 'Algo deu errado...',
        text: 'Não deu para salvar. Tente de novo.',
        tone: 'error',
      });
  };
  return (
    <a
      className={className}
      href={address(pack)}
      download
      aria-label={label}
      data-tip={label}
      onClick={press}
    >
      {children}
    </a>
  );
}
