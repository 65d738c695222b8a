import type { Service } from '@guilda/contract/catalog';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Images from 'lucide-react/icons/images';
import Pencil from 'lucide-react/icons/pencil';
import Share2 from 'lucide-react/icons/share-2';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Menu, MenuItem, MenuLink } from '../../../ui/menu.tsx';
import { share } from '../../../ui/share-button.tsx';
import { DeleteService } from './delete-service.tsx';
import { EditService, useEditLink } from './edit-service.tsx';
import { useOwnActs } from './use-own-acts.ts';

function StatusItem({ status, onSelect }: Pick<Service, 'status'> & { onSelect: () => void }) {
  const paused = status === 'paused';
  const Icon = paused ? CirclePlay : CirclePause;
  return (
    <MenuItem icon={<Icon className="i" aria-hidden="true" />} onSelect={onSelect}>
      {paused ? 'Reativar' : 'Pausar'}
    </MenuItem>
  );
}

/** What its owner may do with a service, behind one button on its ficha. */
export function OwnServiceMenu({ service }: { service: Service }) {
  const edit = useEditLink(service);
  const [asking, setAsking] = useState<boolean>();
  const { toggle, remove, removing } = useOwnActs(service, () => setAsking(false));
  const path = `/service/${service.id}`;
  return (
    <>
      <Menu
        label={`Opções de ${service.title}`}
        trigger={
          <button type="button" className="ib mais-o" aria-label={`Opções de ${service.title}`}>
            <EllipsisVertical className="i" aria-hidden="true" />
          </button>
        }
      >
        <MenuLink to={edit} preventScrollReset icon={<Pencil className="i" aria-hidden="true" />}>
          Editar
        </MenuLink>
        {service.type === 'media' && (
          <MenuLink to={`/pack/${service.id}`} icon={<Images className="i" aria-hidden="true" />}>
            Ver pacote
          </MenuLink>
        )}
        <MenuItem
          icon={<Share2 className="i" aria-hidden="true" />}
          onSelect={() => void share(service.title, path)}
        >
          Compartilhar
        </MenuItem>
        <StatusItem status={service.status} onSelect={() => void toggle()} />
        <MenuItem
          danger
          icon={<Trash2 className="i" aria-hidden="true" />}
          onSelect={() => setAsking(true)}
        >
          Excluir
        </MenuItem>
      </Menu>
      <EditService service={service} />
      <DeleteService
        service={service}
        asking={asking}
        onAskingChange={setAsking}
        removing={removing}
        onRemove={remove}
      />
    </>
  );
}
