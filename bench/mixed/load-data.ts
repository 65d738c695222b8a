import type { ChatClient, SignedInClient } from '../message-rate.ts';

/** What only the actions of the crowd (`bench/crowd`) need. */
export interface CrowdData {
  /** Ids of services of the people in `LoadData.people`, in the same order. */
  readonly ownServiceIds: readonly string[];
  /** People who have no open socket. */
  readonly visitors: readonly ChatClient[];
  /** A bought pack with one file. */
  readonly pack: {
    readonly buyer: ChatClient;
    readonly paymentId: string;
    readonly serviceId: string;
  };
  /** Paths of uploaded pictures. */
  readonly picturePaths: readonly string[];
  /** Path of the script that every page loads. */
  readonly builtFilePath: string;
  /** A photo as a phone makes it, which people publish. */
  readonly photoBase64: string;
  /** Size of an uploaded pack file in MB. */
  readonly fileMegabytes: number;
}

/** People and public ids with which the load generator acts. */
export interface LoadData {
  readonly url: string;
  /** People who write to each other in pairs: the first with the second, the third with the fourth, and so on. */
  readonly people: readonly SignedInClient[];
  readonly serviceIds: readonly string[];
  readonly postUids: readonly string[];
  readonly searchTexts: readonly string[];
  readonly categories: readonly string[];
  /** Null for a load whose mix has no action that needs it. */
  readonly crowd: CrowdData | null;
}
