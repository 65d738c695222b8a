import { parseHashtags } from '@guilda/contract/community/hashtags';
import { limits } from '@guilda/contract/limits';
import type { Service } from '@guilda/contract/services/catalog';
import { useEffect } from 'react';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { AccountAgeBar } from '../../age/index.ts';
import { PhotoField } from './photo-field.tsx';
import * as styles from './post-panel.module.css';
import { SensitiveField } from './sensitive-field.tsx';
import type { PostPanelModel } from './use-post-panel.ts';

/** Shows the hashtags that the typed text contains. */
function HashtagsPreview({ text }: { text: string }) {
  const foundHashtags = parseHashtags(text);
  if (foundHashtags.length === 0) return null;
  return (
    <ul className={styles.hashtags} aria-label="Assuntos">
      {foundHashtags.map(({ name, tag }) => (
        <li key={tag} className="hashtag">
          <bdi>#{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

interface PostFieldsProps {
  model: PostPanelModel;
  /** The person's own services that the post can link to; undefined until loaded. */
  services: readonly Service[] | undefined;
  mayMarkSensitive: boolean;
}

function TextFields({ model }: Pick<PostFieldsProps, 'model'>) {
  const { form, values, progress } = model;
  const { register, formState } = form;
  const { errors } = formState;
  const readOnly = progress !== undefined;
  return (
    <>
      <TextInput
        label="Título"
        autoComplete="off"
        readOnly={readOnly}
        error={errors.title?.message}
        {...register('title')}
        max={limits.postTitle}
      />
      <TextArea
        label="Descrição"
        readOnly={readOnly}
        error={errors.description?.message}
        {...register('description')}
        max={limits.postDescription}
      />
      <div className="column gap2">
        <TextInput
          label="Hashtags"
          hint="Separe com espaço."
          autoComplete="off"
          readOnly={readOnly}
          error={errors.hashtags?.message}
          {...register('hashtags')}
          max={limits.postHashtags}
        />
        <HashtagsPreview text={values.hashtags} />
      </div>
    </>
  );
}

function ServiceField({ model, services }: Pick<PostFieldsProps, 'model' | 'services'>) {
  const { form, values, progress } = model;
  const { setValue, formState } = form;
  const isUnavailable =
    services?.every(({ id }) => id !== values.serviceId) && values.serviceId !== '';
  useEffect(() => {
    // A restored draft may name a service that is no longer available.
    if (isUnavailable) setValue('serviceId', '');
  }, [isUnavailable, setValue]);
  if (!services || services.length === 0) return null;
  return (
    <Select
      label="Serviço"
      note="(opcional)"
      placeholder="Nenhum"
      options={services.map(({ id, title }) => ({ value: id, label: title }))}
      disabled={progress !== undefined}
      error={formState.errors.serviceId?.message}
      value={values.serviceId}
      onChange={({ target }) => setValue('serviceId', target.value, { shouldValidate: true })}
    />
  );
}

/** All fields of the form for a new post. */
export function PostFields({ model, services, mayMarkSensitive }: PostFieldsProps) {
  return (
    <>
      <AccountAgeBar textOnly />
      <TextFields model={model} />
      <PhotoField {...model} />
      <ServiceField model={model} services={services} />
      <SensitiveField
        form={model.form}
        mayMarkSensitive={mayMarkSensitive}
        disabled={model.progress !== undefined}
      />
    </>
  );
}
