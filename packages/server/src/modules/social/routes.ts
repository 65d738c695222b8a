import type { commentEndpoints, likeEndpoints, postEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

const later = async () => err('unavailable');

export function postHandlers(): Handlers<typeof postEndpoints> {
  return {
    listPosts: later,
    getPulse: later,
    listHashtags: later,
    getPost: later,
    createPost: later,
    deletePost: later,
    moderatePost: later,
  };
}

export function likeHandlers(): Handlers<typeof likeEndpoints> {
  return { likePost: later, unlikePost: later };
}

export function commentHandlers(): Handlers<typeof commentEndpoints> {
  return { listComments: later, createComment: later, deleteComment: later };
}
