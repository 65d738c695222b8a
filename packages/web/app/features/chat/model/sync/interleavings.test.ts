import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FakeTab, fakeBrowser, fakeEnvironment, fakeTab } from '../testing/fake-tab.ts';

/** Random numbers that are equal for equal seeds. */
function seededNumbers(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const tabIndexArbitrary = fc.nat({ max: 3 });
const actionArbitrary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('write' as const), tab: tabIndexArbitrary }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cut' as const), tab: tabIndexArbitrary }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mend' as const), tab: tabIndexArbitrary }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('close' as const), tab: tabIndexArbitrary }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('older' as const), tab: tabIndexArbitrary }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lose acks' as const), tab: tabIndexArbitrary }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lose events' as const), tab: tabIndexArbitrary }),
  },
);
type ChatAction = typeof actionArbitrary extends fc.Arbitrary<infer A> ? A : never;

/** Ana with two tabs of one browser and a second device, Bia with one tab. */
function createDevices(seed: number) {
  const nextNumber = seededNumbers(seed);
  const environment = fakeEnvironment(() => 1 + nextNumber(400));
  const anasBrowser = fakeBrowser(environment);
  const tabDescriptions = [
    { uid: 'ana', partnerUid: 'bia', browser: anasBrowser },
    { uid: 'ana', partnerUid: 'bia', browser: anasBrowser },
    { uid: 'ana', partnerUid: 'bia', browser: fakeBrowser(environment) },
    { uid: 'bia', partnerUid: 'ana', browser: fakeBrowser(environment) },
  ];
  const openTab = (index: number): FakeTab => {
    const description = tabDescriptions[index] as (typeof tabDescriptions)[number];
    const tab = fakeTab(description.uid, environment, description.browser);
    tab.chat.open(description.partnerUid);
    tab.setUp(true);
    return tab;
  };
  for (let seq = 1; seq <= 20; seq += 1)
    environment.server.store(
      { id: `old-${seq}`, senderId: 'bia', receiverId: 'ana', text: `${seq}` },
      null,
    );
  const tabs = tabDescriptions.map((_, index) => openTab(index));
  return { nextNumber, environment, tabDescriptions, openTab, tabs };
}

type ChatDevices = ReturnType<typeof createDevices>;

function performAction(
  devices: ChatDevices,
  { do: operation, tab: index }: ChatAction,
  sentTexts: string[],
): void {
  const tab = devices.tabs[index] as FakeTab;
  const partnerUid = devices.tabDescriptions[index]?.partnerUid ?? '';
  if (operation === 'write') {
    const text = `${index}:${sentTexts.length}`;
    sentTexts.push(text);
    tab.chat.send(partnerUid, text);
  } else if (operation === 'cut') tab.setUp(false);
  else if (operation === 'mend') tab.setUp(true);
  else if (operation === 'older') void tab.chat.loadOlder(partnerUid);
  else if (operation === 'lose acks') tab.connection.dropAcks = !tab.connection.dropAcks;
  else if (operation === 'lose events')
    devices.environment.server.behaviour.lose = !devices.environment.server.behaviour.lose;
  else {
    tab.close();
    devices.tabs[index] = devices.openTab(index);
  }
}

/** Restores the network and loads every conversation up to its beginning. */
async function settleDevices({ tabs, environment, tabDescriptions }: ChatDevices): Promise<void> {
  environment.server.behaviour.lose = false;
  for (const tab of tabs) {
    tab.connection.dropAcks = false;
    tab.setUp(false);
    tab.setUp(true);
  }
  await environment.time.pass(120_000);
  for (const [index, tab] of tabs.entries()) {
    const partnerUid = tabDescriptions[index]?.partnerUid ?? '';
    while (tab.chat.conversation(partnerUid).olderStatus !== 'none') {
      void tab.chat.loadOlder(partnerUid);
      await environment.time.pass(2_000);
    }
  }
}

it('conversations are complete, in order and without duplicates after any interleaving of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.array(actionArbitrary, { maxLength: 40 }),
      async (seed, actions) => {
        const devices = createDevices(seed);
        const sentTexts: string[] = [];
        for (const action of actions) {
          performAction(devices, action, sentTexts);
          await devices.environment.time.pass(
            devices.nextNumber(3) === 0 ? devices.nextNumber(3_000) : devices.nextNumber(100),
          );
        }
        await settleDevices(devices);
        const storedTexts = devices.environment.server
          .messagesBetween('ana', 'bia')
          .map(({ message }) => message);
        expect(storedTexts.slice(20).toSorted()).toEqual(sentTexts.toSorted());
        for (const index of [0, 1, 2, 3]) {
          const ownTextsOf = (texts: string[]) =>
            texts.filter((text) => text.startsWith(`${index}:`));
          expect(ownTextsOf(storedTexts)).toEqual(ownTextsOf(sentTexts));
          const tab = devices.tabs[index] as FakeTab;
          const partnerUid = devices.tabDescriptions[index]?.partnerUid ?? '';
          expect(tab.texts(partnerUid)).toEqual(storedTexts);
          expect(tab.states(partnerUid)).not.toContain('failed');
          tab.close();
        }
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);
