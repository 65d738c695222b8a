import type { Service } from '@guilda/contract/catalog';
import { categoryImage, findCategory } from '@guilda/contract/categories';
import { pictureSrcSet } from '@guilda/contract/pictures';
import clsx from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { artURL } from '../../../ui/display/art-url.ts';
import * as tag from '../../../ui/display/tag.module.css';
import { UserText } from '../../../ui/text/user-text.tsx';
import { AdultVeil } from '../../age/index.ts';
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
  const veiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <figure
      data-testid="service-picture"
      className={veiled ? clsx(styles.picture, styles.veiled) : styles.picture}
    >
      <img
        src={artURL(service.photoURL)}
        srcSet={pictureSrcSet(service.photoURL)}
        sizes="(max-width: 64rem) 100vw, 910px"
        width={1280}
        height={720}
        alt={veiled ? '' : `Imagem do serviço ${service.title}`}
        fetchPriority="high"
      />
      {veiled && <AdultVeil onReveal={() => setRevealed(true)} />}
    </figure>
  );
}

/** The head of a service's page: picture, category, kind, title and description. */
export function ServiceIntro({ service }: { service: Service }) {
  return (
    <>
      <ServicePicture key={service.id} service={service} />
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
      <UserText
        text={service.description}
        className={clsx(styles.description, 'textLg secondary')}
      />
    </>
  );
}
