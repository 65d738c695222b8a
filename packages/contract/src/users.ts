import { badges } from './badges.ts';
import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { normaliseText, optionalText } from './text.ts';

export const badge = z.enum(badges);
export const presence = z.enum(['online', 'away', 'offline']);
export type Presence = z.infer<typeof presence>;

export const rating = z.object({
  /** Average of 1 to 5 with one decimal place; null without reviews. */
  average: z.number().nullable(),
  count: z.number(),
});

/** A person as shown beside what they made. */
export const author = z.object({
  uid: id,
  username: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  badges: z.array(badge),
  status: presence,
});
export type Author = z.infer<typeof author>;

/**
 * A profile as others see it. What a private profile or a visitor's view withholds is null
 * (`product §3`): `discordId` is for signed-in people only, e-mail is never here.
 */
export const publicUser = author.extend({
  bio: z.string().nullable(),
  effectPhrase: z.string(),
  discordId: z.string().nullable(),
  canBeCalled: z.boolean(),
  privacy: z.enum(['public', 'private']),
  rating: z.number().nullable(),
  reviewCount: z.number(),
  createdAt: instant,
  /** True when this reader sees only name, photo and badges: the profile is private, or a block stands. */
  restricted: z.boolean(),
  /** Whether this reader has blocked the person. */
  blocked: z.boolean(),
});
export type PublicUser = z.infer<typeof publicUser>;

/** The signed-in person's own account (`spec §3`). */
export const ownUser = publicUser.extend({
  email: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  ageVerified: z.boolean(),
  /** Why the account is suspended and until when, null for good; null in good standing (`product §9`). */
  suspension: z.object({ reason: z.string(), until: instant.nullable() }).nullable(),
});
export type OwnUser = z.infer<typeof ownUser>;

const missingUsername = 'Nome de usuário obrigatório';

/** 6 to 16 of `A-Z a-z 0-9 _ .` (`spec §5`, `product §3`); the spec's texts to the letter. */
export const username = z
  .string({ error: missingUsername })
  .transform(normaliseText)
  .pipe(
    z
      .string()
      .min(1, missingUsername)
      .min(limits.username.min, 'Nome de usário precisa ter no mínimo 6 letras.')
      .max(limits.username.max, 'Nome de usuário precisa ter no máximo 16 letras.')
      .regex(/^[A-Za-z0-9_.]+$/, errors.invalid_username.text),
  );

/** Any subset of the own profile; absent means unchanged, unknown fields are refused. */
export const userChanges = z.strictObject({
  username: username.optional(),
  bio: optionalText(limits.bio).optional(),
  effectPhrase: optionalText(limits.effectPhrase).optional(),
  canBeCalled: booleanInput.optional(),
  privacy: z.enum(['public', 'private'], { error: errors.invalid_parameter.text }).optional(),
});
export type UserChanges = z.output<typeof userChanges>;

export const photoFile = { kind: 'image', maxBytes: limits.pictureBytes, maxCount: 1 } as const;

/** What the files of a person take, in bytes (`product §8`). */
export const storageUse = z.object({
  /** Everything that the account keeps: pictures, files of packs (sold ones too), uploads under way. */
  used: z.number(),
  /** Of it, files that no service has taken yet, and uploads under way. */
  waiting: z.number(),
  /** The most that `used` and `waiting` may be. */
  limit: z.number(),
  waitingLimit: z.number(),
});
export type StorageUse = z.infer<typeof storageUse>;

export const userEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/api/users/me',
    summary: 'The signed-in person’s own account',
    access: 'user',
    standing: 'any',
    status: 200,
    output: ownUser,
    errors: [],
    limit: 'general',
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: '/api/users/',
    summary: 'Change the own profile, as JSON or multipart (spec §7)',
    access: 'user',
    body: userChanges,
    files: { photo: photoFile },
    status: 200,
    output: ownUser,
    errors: [
      'invalid_username',
      'username_taken',
      'picture_banned',
      'file_too_large',
      'file_type',
      'storage_full',
      'too_many_uploads',
      'storage_unavailable',
    ],
    limit: 'general',
  }),
  getStorage: endpoint({
    method: 'GET',
    path: '/api/users/me/storage',
    summary: 'How much of the own storage is in use',
    access: 'user',
    standing: 'any',
    status: 200,
    output: storageUse,
    errors: [],
    limit: 'general',
  }),
  deleteMe: endpoint({
    method: 'DELETE',
    path: '/api/users/delete',
    summary: 'Delete the own account; refused while orders are open',
    access: 'user',
    status: 204,
    output: null,
    errors: ['open_orders', 'last_admin'],
    limit: 'general',
  }),
  getByUsername: endpoint({
    method: 'GET',
    path: '/api/users/by-username/:username',
    summary: 'A profile by its username, without regard to case',
    access: 'optional',
    params: z.object({ username: z.string().max(200, errors.invalid_parameter.text) }),
    status: 200,
    output: publicUser,
    errors: ['user_not_found'],
    limit: 'general',
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/api/users/:buyerId',
    summary: 'A profile by its uid (spec §7)',
    access: 'optional',
    params: z.object({ buyerId: idInput }),
    status: 200,
    output: publicUser,
    errors: ['user_not_found'],
    limit: 'general',
  }),
  searchUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'People by username or name',
    access: 'optional',
    query: pageQuery.extend({
      q: z.string({ error: errors.invalid_parameter.text }).max(limits.searchText).default(''),
    }),
    status: 200,
    output: z.object({ users: z.array(publicUser), nextCursor }),
    errors: [],
    limit: 'search',
  }),
};

/** Blocking (`product §3`): between the two nothing is seen, said or bought, whoever blocked whom. */
export const blockEndpoints = {
  listBlocked: endpoint({
    method: 'GET',
    path: '/api/users/me/blocked',
    summary: 'The people the signed-in person has blocked, the last first',
    access: 'user',
    query: pageQuery,
    status: 200,
    output: z.object({ users: z.array(author), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  blockUser: endpoint({
    method: 'PUT',
    path: '/api/users/:uid/block',
    summary: 'Block a person; repeated, it stays one block',
    access: 'user',
    params: z.object({ uid: idInput }),
    status: 204,
    output: null,
    errors: ['user_not_found', 'forbidden'],
    limit: 'general',
  }),
  unblockUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:uid/block',
    summary: 'Take a block back',
    access: 'user',
    params: z.object({ uid: idInput }),
    status: 204,
    output: null,
    errors: ['user_not_found', 'forbidden'],
    limit: 'general',
  }),
};
