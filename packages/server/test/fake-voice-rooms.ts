import { err, ok } from '../src/platform/result.ts';
import { type RoomRequest, roomKey, type VoiceRooms } from '../src/ports/voice-rooms.ts';

interface Room {
  readonly channelId: string;
  readonly key: string;
  readonly people: readonly string[];
}

type Method = keyof VoiceRooms;

/** Something that waits until it is let on. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** A Discord of a test: it says when and how each method answers. */
export function fakeVoiceRooms() {
  const standing = new Map<string, Room>();
  const inside = new Map<string, string>();
  const asked: Record<Method, number> = { open: 0, isOccupied: 0, close: 0, list: 0 };
  const failing = new Set<Method>();
  const gates = new Map<Method, ReturnType<typeof gate>>();
  const waiting: Record<Method, number> = { open: 0, isOccupied: 0, close: 0, list: 0 };
  const requests: RoomRequest[] = [];
  let [made, moves] = [0, false];

  const answer = async (method: Method) => {
    asked[method] += 1;
    waiting[method] += 1;
    await gates.get(method)?.passed;
    waiting[method] -= 1;
    return !failing.has(method);
  };
  const add = (key: string, people: readonly string[] = []) => {
    made += 1;
    const channelId = `${BigInt(Date.now()) * 1_000_000n + BigInt(made)}`;
    standing.set(channelId, { channelId, key, people });
    return channelId;
  };
  const rooms: VoiceRooms = {
    open: async (request) => {
      requests.push(request);
      const moved = moves;
      // It stands for a while before it is known to the one who asked.
      const channelId = add(roomKey(request.callId), request.people);
      if (!(await answer('open'))) {
        standing.delete(channelId);
        return err('call_room_failed');
      }
      if (moved) for (const person of request.people) inside.set(person, channelId);
      const inviteLink = moved ? null : `https://discord.gg/room${made}`;
      return ok({ channelId, inviteLink, response: moved ? 'moved' : 'not_moved' });
    },
    isOccupied: async ({ channelId, people }) => {
      if (!(await answer('isOccupied'))) return err('discord_unavailable');
      return ok(standing.has(channelId) && people.some((one) => inside.get(one) === channelId));
    },
    close: async (channelId) => {
      if (!(await answer('close'))) return err('discord_unavailable');
      standing.delete(channelId);
      return ok(undefined);
    },
    list: async () => {
      if (!(await answer('list'))) return err('discord_unavailable');
      // What is there when it answers: made after it was asked, too.
      return ok([...standing.values()].map(({ channelId, key }) => ({ channelId, key })));
    },
  };
  return {
    rooms,
    /** How often each was asked, and how many of these wait for an answer. */
    asked,
    waiting,
    requests,
    /** Channels that stand. */
    standing: () => [...standing.keys()],
    /** Puts a room there as a crash leaves one. */
    add,
    remove: (channelId: string) => void standing.delete(channelId),
    enter: (person: string, channelId: string) => void inside.set(person, channelId),
    leave: (person: string) => void inside.delete(person),
    /** From now on both are moved, or not. */
    move: (now: boolean) => {
      moves = now;
    },
    fail: (...methods: Method[]) => {
      failing.clear();
      for (const method of methods) failing.add(method);
    },
    /** Lets nobody pass who asks for this from now on, until the function is called. */
    hold: (method: Method) => {
      const held = gate();
      gates.set(method, held);
      return () => {
        gates.delete(method);
        held.open();
      };
    },
  };
}

export type FakeVoiceRooms = ReturnType<typeof fakeVoiceRooms>;
