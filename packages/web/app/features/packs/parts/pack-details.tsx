import type { Payment } from '@guilda/contract/orders';
import type { Pack } from '@guilda/contract/packs';
import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Star from 'lucide-react/icons/star';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { fileSize } from '../../../ui/file-row.tsx';
import { kindsText } from '../../catalog/index.ts';
import { BadgeList } from '../../users/index.ts';
import { SaveLink } from './save-link.tsx';

const day = new Intl.DateTimeFormat('pt-BR');

/** When a purchase was paid: the step that made its start awaited. */
function paidAt({ steps, createdAt }: Payment): Date {
  return new Date(steps.find(({ status }) => status === 'awaiting_start')?.at ?? createdAt);
}

function Seller({ seller }: Pick<Pack['service'], 'seller'>) {
  return (
    <p className="t-sm visor-s">
      <Link className="row g2" to={`/user/${seller.username}`}>
        <Avatar src={seller.photoURL} size="xs" />
        <b className="b trunca" dir="auto">
          {seller.displayName || seller.username}
        </b>
        <BadgeList badges={seller.badges} inLink />
      </Link>
    </p>
  );
}

function Line({ name, placar, children }: { name: string; placar?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={placar ? 'num' : undefined}>{children}</dd>
    </div>
  );
}

function Facts({ pack, purchase }: { pack: Pack; purchase: Payment | undefined }) {
  const size = pack.files.reduce((sum, file) => sum + file.size, 0);
  return (
    <dl className="linhas">
      {purchase && (
        <Line name="Compra" placar>
          {purchase.purchaseCode}
        </Line>
      )}
      <Line name="Arquivos" placar>
        {pack.files.length}
      </Line>
      <Line name="Formatos" placar>
        {kindsText(pack.service.archives)}
      </Line>
      <Line name="Tamanho" placar>
        {fileSize(size)}
      </Line>
      {purchase && <Line name="Pago em">{day.format(paidAt(purchase))}</Line>}
    </dl>
  );
}

/** What comes after saving: the review of a purchase, or changing the own pack. */
function NextStep({ pack, purchase, own }: PackDetailsProps) {
  if (own) {
    const { id } = pack.service;
    return (
      <Button
        asLink
        block
        to={`/service/${id}?editar=${id}`}
        icon={<Pencil className="i" aria-hidden="true" />}
      >
        Editar ficha
      </Button>
    );
  }
  if (purchase?.serviceStatus !== 'complete' || purchase.reviewed) return null;
  return (
    <Button
      asLink
      block
      to={`/sales?aba=compras&pedido=${purchase.id}`}
      icon={<Star className="i" aria-hidden="true" />}
    >
      Avaliar
    </Button>
  );
}

interface PackDetailsProps {
  pack: Pack;
  purchase: Payment | undefined;
  /** For the owner of the service. */
  own: boolean;
}

/** What the pack is, whose it is, and saving all of it. */
export function PackDetails({ pack, purchase, own }: PackDetailsProps) {
  return (
    <aside className="visor-l" aria-label="Sobre o pacote">
      <h1 className="d3 texto" dir="auto">
        {pack.service.title}
      </h1>
      <Seller seller={pack.service.seller} />
      <Facts pack={pack} purchase={purchase} />
      <div className="col g2 visor-a">
        <SaveLink className="btn pri bloco" address={({ zipUrl }) => zipUrl}>
          <Download className="i" aria-hidden="true" />
          Baixar tudo
        </SaveLink>
        <NextStep pack={pack} purchase={purchase} own={own} />
      </div>
    </aside>
  );
}
