import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { normaliseText, optionalText } from '../text.ts';
import { badges } from './badges.ts';

export const badge = z.enum(badges);
export const presence = z.enum(['online', 'away', 'offline']);
export type Presence = z.infer<typeof presence>;

/** A person, with the fields shown next to their content. */
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
 * A profile, with the fields that other people see. Fields that the reader may not see are null, empty, false or 0:
 * those of a private profile, and `discordId` for visitors. The e-mail address is never included.
 */
const publicUser = author.extend({
  bio: z.string().nullable(),
  effectPhrase: z.string(),
  discordId: z.string().nullable(),
  canBeCalled: z.boolean(),
  privacy: z.enum(['public', 'private']),
  rating: z.number().nullable(),
  reviewCount: z.number(),
  createdAt: instant,
  /**
   * Whether the reader sees only name, photo and badges: because the profile is private, or because the reader or this
   * person has blocked the other.
   */
  restricted: z.boolean(),
  /** Whether the reader has blocked this person. */
  blocked: z.boolean(),
});
export type PublicUser = z.infer<typeof publicUser>;

/** An age in years that a check can prove. */
export const verifiedAge = z.union([z.literal(16), z.literal(18)]);
export type VerifiedAge = z.infer<typeof verifiedAge>;

/** The account of the signed-in person. */
export const ownUser = publicUser.extend({
  email: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  ageVerified: z.boolean(),
  /** The highest age in years that a valid check has proven; null without a valid check. */
  verifiedAge: verifiedAge.nullable(),
  /** Whether the person must prove an age before publishing, buying, selling or withdrawing again. */
  ageRequired: z.boolean(),
  /** The suspension of the account; null while it is not suspended. `until` is null for a permanent suspension. */
  suspension: z.object({ reason: z.string(), until: instant.nullable() }).nullable(),
});
export type OwnUser = z.infer<typeof ownUser>;

const missingUsernameText = 'Nome de usuário obrigatório';

/** Schema of a username: 6 to 16 characters of `A-Z a-z 0-9 _ .`; see `docs/product/accounts.md`. */
export const username = z
  .string({ error: missingUsernameText })
  .transform(normaliseText)
  .pipe(
    z
      .string()
      .min(1, missingUsernameText)
      .min(limits.username.min, 'Nome de usário precisa ter no mínimo 6 letras.')
      .max(limits.username.max, 'Nome de usuário precisa ter no máximo 16 letras.')
      .regex(/^[A-Za-z0-9_.]+$/, errors.invalid_username.text),
  );

/** Changes of a person's own profile. Fields that are absent stay unchanged; unknown fields are rejected. */
const userChanges = z.strictObject({
  username: username.optional(),
  bio: optionalText(limits.bio).optional(),
  effectPhrase: optionalText(limits.effectPhrase).optional(),
  canBeCalled: booleanInput.optional(),
  privacy: z.enum(['public', 'private'], { error: errors.invalid_parameter.text }).optional(),
});
export type UserChanges = z.output<typeof userChanges>;

const photoFileField = { kind: 'image', maxBytes: limits.pictureBytes, maxCount: 1 } as const;

/** Storage that one person uses, in bytes. */
const storageUse = z.object({
  /** Bytes of pictures, of running uploads and of all pack files: unused ones, and those of current and sold packs. */
  used: z.number(),
  /** Part of `used`: bytes of pack files that no service uses yet, and of running uploads. */
  waiting: z.number(),
  /** Maximum value of `used`. */
  limit: z.number(),
  /** Maximum value of `waiting`. */
  waitingLimit: z.number(),
});
export type StorageUse = z.infer<typeof storageUse>;

export const userEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/api/users/me',
    summary: 'The signed-in person’s own account',
    access: 'user',
    accountStatus: 'any',
    status: 200,
    output: ownUser,
    errors: [],
    limit: 'general',
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: '/api/users/',
    summary: 'Change the own profile, as JSON or multipart',
    access: 'user',
    body: userChanges,
    files: { photo: photoFileField },
    status: 200,
    output: ownUser,
    errors: [
      'invalid_username',
      'username_taken',
      'picture_refused',
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
    accountStatus: 'any',
    status: 200,
    output: storageUse,
    errors: [],
    limit: 'general',
  }),
  deleteMe: endpoint({
    method: 'DELETE',
    path: '/api/users/delete',
    summary:
      'Delete the own account; refused while orders are unfinished or disputed, money is clearing or owed, and to administrators',
    access: 'user',
    status: 204,
    output: null,
    errors: ['open_orders', 'wallet_in_debt', 'administrator_stays'],
    limit: 'general',
  }),
  getByUsername: endpoint({
    method: 'GET',
    path: '/api/users/by-username/:username',
    summary: 'A profile by its username, without regard to case',
    access: 'optional',
    mayBeLate: true,
    params: z.object({ username: z.string().max(200, errors.invalid_parameter.text) }),
    status: 200,
    output: publicUser,
    errors: ['user_not_found'],
    limit: 'general',
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/api/users/:buyerId',
    summary: 'A profile by its uid',
    access: 'optional',
    mayBeLate: true,
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
    mayBeLate: true,
    query: pageQuery.extend({
      q: z.string({ error: errors.invalid_parameter.text }).max(limits.searchText).default(''),
    }),
    status: 200,
    output: z.object({ users: z.array(publicUser), nextCursor }),
    errors: [],
    limit: 'search',
  }),
};

/**
 * Endpoints for blocks. A block works in both directions: neither of the two people can see, message, call or buy from
 * the other.
 */
export const blockEndpoints = {
  listBlocked: endpoint({
    method: 'GET',
    path: '/api/users/me/blocked',
    summary: 'People the signed-in person has blocked, newest first',
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
    summary: 'Block a person; idempotent',
    access: 'user',
    params: z.object({ uid: idInput }),
    status: 204,
    output: null,
    errors: ['user_not_found', 'forbidden', 'too_many_blocks'],
    limit: 'general',
  }),
  unblockUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:uid/block',
    summary: 'Remove a block',
    access: 'user',
    params: z.object({ uid: idInput }),
    status: 204,
    output: null,
    errors: ['user_not_found', 'forbidden'],
    limit: 'general',
  }),
};
