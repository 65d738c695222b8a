import type { Service } from '@guilda/contract/services/catalog';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Images from 'lucide-react/icons/images';
import Pencil from 'lucide-react/icons/pencil';
import Share2 from 'lucide-react/icons/share-2';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { iconButton } from '../../../ui/actions/icon-button.module.css';
import { shareOrCopyLink } from '../../../ui/actions/share-button.tsx';
import { Menu, MenuItem, MenuLink } from '../../../ui/overlays/menu.tsx';
import * as styles from '../components/service-card.module.css';
import { DeleteService } from './delete-service.tsx';
import { EditService, useEditLink } from './edit-service.tsx';
import { useOwnServiceActions } from './use-own-actions.ts';

function StatusItem({ status, onSelect }: Pick<Service, 'status'> & { onSelect: () => void }) {
  const isPaused = status === 'paused';
  const Icon = isPaused ? CirclePlay : CirclePause;
  return (
    <MenuItem icon={<Icon className="icon" aria-hidden="true" />} onSelect={onSelect}>
      {isPaused ? 'Reativar' : 'Pausar'}
    </MenuItem>
  );
}

/** Menu on a service card with the owner's actions. */
export function OwnServiceMenu({ service }: { service: Service }) {
  const editLink = useEditLink(service);
  const [isDeletionOpen, setDeletionOpen] = useState<boolean>();
  const { toggle, remove, removing } = useOwnServiceActions(service, () => setDeletionOpen(false));
  const path = `/service/${service.id}`;
  return (
    <>
      <Menu
        label={`Opções de ${service.title}`}
        trigger={
          <button
            type="button"
            className={`${iconButton} ${styles.menu}`}
            data-ui="icon-button"
            aria-label={`Opções de ${service.title}`}
          >
            <EllipsisVertical className="icon" aria-hidden="true" />
          </button>
        }
      >
        <MenuLink
          to={editLink}
          preventScrollReset
          icon={<Pencil className="icon" aria-hidden="true" />}
        >
          Editar
        </MenuLink>
        {service.type === 'media' && (
          <MenuLink
            to={`/pack/${service.id}`}
            icon={<Images className="icon" aria-hidden="true" />}
          >
            Ver pacote
          </MenuLink>
        )}
        <MenuItem
          icon={<Share2 className="icon" aria-hidden="true" />}
          onSelect={() => void shareOrCopyLink(service.title, path)}
        >
          Compartilhar
        </MenuItem>
        <StatusItem status={service.status} onSelect={() => void toggle()} />
        <MenuItem
          danger
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onSelect={() => setDeletionOpen(true)}
        >
          Excluir
        </MenuItem>
      </Menu>
      <EditService service={service} />
      <DeleteService
        service={service}
        isDeletionOpen={isDeletionOpen}
        onDeletionOpenChange={setDeletionOpen}
        removing={removing}
        onRemove={remove}
      />
    </>
  );
}
