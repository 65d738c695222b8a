import { isFreePrice } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import { categoryImage, findCategory } from '@guilda/contract/services/categories';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { callsUnavailableText, useCallsOffered } from '../../../lib/calls-offered.ts';
import { artURL } from '../../../ui/display/art-url.ts';
import * as tag from '../../../ui/display/tag.module.css';
import { HiddenNotice } from '../../../ui/feedback/hidden-notice.tsx';
import { UserText } from '../../../ui/text/user-text.tsx';
import { AdultVeil } from '../../age/index.ts';
import { packContentsText } from '../model/pack-contents-text.ts';
import { PausedTag } from './paused-tag.tsx';
import * as styles from './service-page.module.css';
import { ServiceTypeTag } from './service-type-tag.tsx';

function CategoryTag({ slug }: { slug: string }) {
  const category = findCategory(slug);
  if (!category) return null;
  return (
    <Link className={clsx(tag.tag, tag.outline)} to={`/category/${slug}`}>
      <img src={artURL(categoryImage(slug))} alt="" width={16} height={16} fetchPriority="low" />
      {category.label}
    </Link>
  );
}

/** The service's picture; a picture for adults stays covered until the cover is pressed. */
function ServicePicture({ service }: { service: Service }) {
  const [revealed, setRevealed] = useState(false);
  const isVeiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <figure
      data-testid="service-picture"
      className={isVeiled ? clsx(styles.picture, styles.veiled) : styles.picture}
    >
      <img
        src={artURL(service.photoURL)}
        srcSet={pictureSrcSet(service.photoURL)}
        sizes="(max-width: 64rem) 100vw, 910px"
        width={1280}
        height={512}
        alt={isVeiled ? '' : `Imagem do serviço ${service.title}`}
        fetchPriority="high"
      />
      {isVeiled && <AdultVeil onReveal={() => setRevealed(true)} />}
    </figure>
  );
}

/** What the buyer gets: kinds and counts of the pack's files (never the files), or where a call happens. */
function ServiceContents({ service }: { service: Service }) {
  const areCallsOffered = useCallsOffered();
  if (service.type === 'media') {
    const contentsText = packContentsText(service.archives);
    const availabilityText = isFreePrice(service.price) ? 'na hora' : 'depois do pagamento';
    return (
      <p className={styles.contents} data-testid="service-contents">
        <Images className="icon" aria-hidden="true" />
        <span>
          {contentsText ? <b className="numeric">{contentsText}</b> : 'Arquivos'}{' '}
          <span>para baixar {availabilityText}</span>
        </span>
      </p>
    );
  }
  return (
    <p className={styles.contents} data-testid="service-contents">
      <Headset className="icon" aria-hidden="true" />
      <span>
        <b>{areCallsOffered ? 'Acontece no Discord' : 'Acontece na conversa'}</b>{' '}
        <span>
          {areCallsOffered ? 'por voz, numa sala só para vocês dois.' : callsUnavailableText}
        </span>
      </span>
    </p>
  );
}

interface ServiceIntroProps {
  service: Service;
  /** The seller, between title and description. */
  seller: ReactNode;
  /** Content below what the buyer gets. */
  children?: ReactNode;
}

/** The head of a service's page: picture, category, kind, title, seller, description and contents. */
export function ServiceIntro({ service, seller, children }: ServiceIntroProps) {
  return (
    <>
      {service.hidden ? (
        // The picture of a hidden service is served to nobody.
        <HiddenNotice
          title="Este serviço foi ocultado pela equipe. Só você o vê."
          reason={service.hidden.reason}
        />
      ) : (
        <ServicePicture key={service.id} service={service} />
      )}
      <div className={styles.head}>
        <div className="row gap2">
          <CategoryTag slug={service.category} />
          <ServiceTypeTag type={service.type} />
          {service.status === 'paused' && <PausedTag />}
        </div>
        <h1 className="display2 userText" dir="auto">
          {service.title}
        </h1>
      </div>
      {seller}
      <UserText
        text={service.description}
        className={clsx(styles.description, 'textLg secondary')}
      />
      <ServiceContents service={service} />
      {children}
    </>
  );
}
