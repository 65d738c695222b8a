import type { Service } from '@guilda/contract/catalog';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { Price } from '../../../ui/price.tsx';
import { OnlineNow } from '../../presence/index.ts';
import { kindsText } from '../model/pack-words.ts';
import { FREE, serviceUnit } from './service-unit.ts';

interface BuyPanelProps {
  service: Service;
  /** The buy button, or a note where there is none. */
  action: ReactNode;
}

/** Kinds and counts, never the files (`product §11`). */
function PackContents({ archives, price }: Pick<Service, 'archives' | 'price'>) {
  const kinds = kindsText(archives);
  const when = Number(price) === 0 ? 'na hora' : 'depois do pagamento';
  return (
    <>
      <Images className="i" aria-hidden="true" />
      <span>
        {kinds && <b className="num conta-p">{kinds}</b>}
        Arquivos liberados {when}
      </span>
    </>
  );
}

function WhatYouGet({ service }: Pick<BuyPanelProps, 'service'>) {
  return (
    <ul className="col g2 t-sm dim">
      <li className="row g2">
        {service.type === 'call' ? (
          <>
            <Headset className="i" aria-hidden="true" />
            Atendimento ao vivo, em call
          </>
        ) : (
          <PackContents archives={service.archives} price={service.price} />
        )}
      </li>
      <li className="row g2">
        <ScrollText className="i" aria-hidden="true" />
        Código de compra para suporte
      </li>
      <li className="row g2">
        <ShieldCheck className="i" aria-hidden="true" />
        Avaliação liberada ao final
      </li>
    </ul>
  );
}

/** What one gets, and under the perforation the canhoto: price and buying. */
export function BuyPanel({ service, action }: BuyPanelProps) {
  return (
    <div className="compra ficha">
      <div className="ficha-f">
        <div className="corpo">
          <OnlineNow person={service.seller} />
          <h2 className="t-xl">O que está na ficha</h2>
          <WhatYouGet service={service} />
        </div>
        <div className="canhoto">
          <p className="row between">
            <Price value={service.price} size="xl" free={FREE} />
            <span className="t-sm mute">{serviceUnit(service)}</span>
          </p>
          {action}
        </div>
      </div>
    </div>
  );
}

/** The price and the buy button at the bottom of small screens, always in reach. */
export function PayBar({ service, action }: BuyPanelProps) {
  return (
    <div className="pague on-mesa so-mob flx">
      <Price value={service.price} size="lg" free={FREE} />
      {action}
    </div>
  );
}
