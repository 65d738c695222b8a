import type { Service } from '@guilda/contract/services/catalog';
import { servicePreviewVersion } from '@guilda/contract/services/previews';
import { visitor } from '../../../platform/actor.ts';
import { createStoredPreviews, type PreviewDeps, type Previews } from '../../previews/index.ts';
import { type GetServiceDeps, getService } from './get-service.ts';

function toPreviewSubject({ title, price, type, category, photoURL, rating, ...service }: Service) {
  const { reviewCount, seller } = service;
  const { username } = seller;
  const names = { sellerName: seller.displayName ?? username, sellerUsername: username };
  return {
    data: { kind: 'service', title, price, type, category, rating, reviewCount, ...names } as const,
    picture: photoURL,
    avatar: seller.photoURL,
  };
}

export function createServicePreviews(deps: GetServiceDeps & PreviewDeps): Previews {
  return createStoredPreviews<Service>(deps, {
    kind: 'services',
    findPublic: async (id) => {
      const serviceResult = await getService(deps)(visitor, id);
      return serviceResult.ok ? serviceResult.value.service : null;
    },
    version: servicePreviewVersion,
    describe: toPreviewSubject,
  });
}
